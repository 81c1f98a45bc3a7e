package dev.perch.simulator;

/**
 * What a run measured.
 *
 * @param value       the workload's metric
 * @param searches    what the idle searches did, warm-up apart
 * @param wakeUps     wake-ups placed, warm-up apart
 * @param allWakeUps  wake-ups placed from the start
 * @param events      events that happened from the start
 */
public record RunResult(double value, SearchStatistics searches, long wakeUps, long allWakeUps, long events) {}
