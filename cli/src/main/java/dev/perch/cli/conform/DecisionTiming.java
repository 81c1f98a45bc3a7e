package dev.perch.cli.conform;

import java.util.Arrays;

/**
 * How long a decision takes: many repetitions of many decisions of a {@link DecisionLoop}, the state's upkeep included.
 *
 * @param minNanos    a decision's time in the fastest repetition
 * @param medianNanos in the median one
 * @param probes      CPUs that a decision's scan would have looked at, on average
 */
public record DecisionTiming(double minNanos, double medianNanos, double probes) {
    /** How many times {@link #DECISIONS} are timed. */
    public static final int REPETITIONS = 101;
    /** Decisions in a repetition. */
    public static final int DECISIONS = 102_400;
    private static final int WARM_UP = 200;

    /** Times the decisions of {@code loop}, after some that warm up. */
    public static DecisionTiming of(final DecisionLoop loop) {
        long sum = 0;
        for (int i = 0; i < WARM_UP; i++) {
            sum += loop.run(DECISIONS);
        }
        final long probesBefore = loop.probes();
        final double[] nanos = new double[REPETITIONS];
        for (int i = 0; i < REPETITIONS; i++) {
            final long start = System.nanoTime();
            sum += loop.run(DECISIONS);
            nanos[i] = (double) (System.nanoTime() - start) / DECISIONS;
        }
        if (sum < 0) {
            throw new IllegalStateException("CPUs below 0");
        }
        Arrays.sort(nanos);
        return new DecisionTiming(nanos[0], nanos[REPETITIONS / 2],
                (double) (loop.probes() - probesBefore) / DECISIONS / REPETITIONS);
    }
}
