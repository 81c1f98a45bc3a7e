package dev.perch.simulator;

import java.util.List;

/**
 * What a run measured.
 *
 * @param values      the workload's metrics, in their order
 * @param searches    what the idle searches did, warm-up apart
 * @param locks       how the runqueues' locks were used, warm-up apart
 * @param wakeUps     wake-ups placed, warm-up apart
 * @param allWakeUps  wake-ups placed from the start
 * @param events      events that happened from the start
 */
public record RunResult(List<Double> values, SearchStatistics searches, LockStatistics locks, long wakeUps,
        long allWakeUps, long events) {}
