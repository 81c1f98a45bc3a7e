package dev.perch.simulator.workload;

import java.util.Arrays;

/**
 * How many requests a second are done: on average, and in all but the worst fifth of the time. schbench looks once a
 * second; a run in virtual time, which is shorter, is cut into as many looks.
 */
final class RequestRate {
    private static final double SECOND = 1e9;
    private static final long SLOT_NANOS = 5_000_000;
    private static final int LOOKS = 20;

    private int[] bySlot = new int[1 << 10];
    private long total;
    private long from;

    void done(final long nowNanos) {
        final int slot = (int) ((nowNanos - from) / SLOT_NANOS);
        if (slot >= bySlot.length) {
            bySlot = Arrays.copyOf(bySlot, 2 * slot);
        }
        bySlot[slot]++;
        total++;
    }

    void forget(final long nowNanos) {
        Arrays.fill(bySlot, 0);
        total = 0;
        from = nowNanos;
    }

    double average(final long nowNanos) {
        return total * SECOND / (nowNanos - from);
    }

    /** The rate that four fifths of the looks reach. */
    double twentiethPercentile(final long nowNanos) {
        final int slots = Math.max(1, (int) ((nowNanos - from) / SLOT_NANOS) / LOOKS);
        final long[] looks = new long[LOOKS];
        for (int look = 0; look < LOOKS; look++) {
            for (int slot = look * slots; slot < (look + 1) * slots; slot++) {
                looks[look] += bySlot[slot];
            }
        }
        Arrays.sort(looks);
        return looks[LOOKS / 5 - 1] * SECOND / (slots * SLOT_NANOS);
    }
}
