package dev.perch.simulator;

import dev.perch.scheduler.Policy;
import java.util.Comparator;
import java.util.List;

/**
 * The runs of one policy at one load, judged by one metric.
 *
 * @param policy     the policy
 * @param mean       the mean of the metric
 * @param stdPercent the runs' sample standard deviation in percent of the mean; NaN for a single run
 * @param part       what was simulated in the run that got least far
 * @param searches   what the idle searches of all runs did
 * @param locks      how the runqueues' locks of all runs were used
 * @param switches   how often the CPUs of all runs switched away from a task
 */
public record Cell(Policy policy, double mean, double stdPercent, Part part, SearchStatistics searches,
        LockStatistics locks, Switches switches) {
    private static final double PERCENT = 100;

    static Cell of(final Policy policy, final List<RunResult> runs, final int metric) {
        final double mean = runs.stream().mapToDouble(run -> run.values().get(metric)).average().orElseThrow();
        final double squares = runs.stream().mapToDouble(run -> run.values().get(metric) - mean).map(d -> d * d).sum();
        final double deviation = Math.sqrt(squares / (runs.size() - 1)); // of a single run 0 / 0
        final var searches = new SearchStatistics();
        runs.forEach(run -> searches.add(run.searches()));
        final LockStatistics locks = runs.stream().map(RunResult::locks).reduce(LockStatistics.NONE,
                LockStatistics::plus);
        final Switches switches = runs.stream().map(RunResult::switches).reduce(Switches.NONE, Switches::plus);
        final Part part = runs.stream().map(RunResult::part).min(Comparator.comparingDouble(Part::percent))
                .orElseThrow();
        return new Cell(policy, mean, deviation == 0 ? 0 : PERCENT * deviation / Math.abs(mean), part, searches, locks,
                switches);
    }
}
