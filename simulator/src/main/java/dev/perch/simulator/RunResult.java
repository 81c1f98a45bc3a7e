package dev.perch.simulator;

import java.util.List;

/**
 * What a run measured.
 *
 * @param values      the workload's metrics, in their order
 * @param part        how much of the workload was simulated
 * @param searches    what the idle searches did, warm-up apart
 * @param locks       how the runqueues' locks were used, warm-up apart
 * @param switches    how often CPUs switched away from a task, warm-up apart
 * @param wakeUps     wake-ups placed, warm-up apart
 * @param allWakeUps  wake-ups placed from the start
 * @param events      events that happened from the start
 */
public record RunResult(List<Double> values, Part part, SearchStatistics searches, LockStatistics locks,
        Switches switches, long wakeUps, long allWakeUps, long events) {}
