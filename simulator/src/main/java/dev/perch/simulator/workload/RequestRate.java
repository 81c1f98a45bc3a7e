package dev.perch.simulator.workload;

import java.util.Arrays;

/**
 * How many requests a second are done: on average, and in all but the worst fifth of the seconds, of which schbench
 * looks at each. A last second that is cut short does not count.
 */
final class RequestRate {
    private static final double SECOND = 1e9;
    private static final int FIFTH = 5;

    private long[] bySecond = new long[4];
    private long total;
    private long from;

    void done(final long nowNanos) {
        final int second = (int) ((nowNanos - from) / SECOND);
        if (second >= bySecond.length) {
            bySecond = Arrays.copyOf(bySecond, 2 * second);
        }
        bySecond[second]++;
        total++;
    }

    void forget(final long nowNanos) {
        Arrays.fill(bySecond, 0);
        total = 0;
        from = nowNanos;
    }

    /** How many there were. */
    long total() {
        return total;
    }

    double average(final long nowNanos) {
        return total * SECOND / (nowNanos - from);
    }

    /** The rate that four fifths of the whole seconds reach; NaN where there are not two of them to tell apart. */
    double twentiethPercentile(final long nowNanos) {
        final int seconds = (int) ((nowNanos - from) / SECOND);
        if (seconds < 2) {
            return Double.NaN;
        }
        final long[] looks = Arrays.copyOf(bySecond, seconds);
        Arrays.sort(looks);
        return (double) looks[(seconds - 1) / FIFTH];
    }
}
