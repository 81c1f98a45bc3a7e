package dev.perch.simulator;

import dev.perch.machines.CacheCosts;
import java.util.List;

/**
 * What a task pays for caches that no longer hold its working set. A level that the CPU it left does not share with
 * the one it comes to is cold. In one that it comes back to, a line is gone once as many others as a set has ways have
 * come to its set since: with n other tasks of the same working set W in a cache of size C and A ways, spread at random,
 * the number that came is Poisson's with mean A (n + 1) W / C.
 */
public final class Footprint {
    private static final int MOST_OTHERS = 64;
    /** Ways of a set: 4 to 12 in first levels, 8 to 20 in the others. */
    private static final int WAYS = 8;
    /**
     * By how much slower than a stream a working set comes back: its lines are found one after the other, so that each
     * takes the next level's latency, half hidden. Of a second-level cache a core streams 16 bytes a cycle, and waits 12
     * cycles for a lone line of 64 bytes: 3; of a third level 8 bytes, and 50 cycles: 6. An estimate, 3 to 8.
     */
    private static final double IRREGULAR = 5;

    private final double[] coldNanos;
    private final int[] sharedWithin;
    private final double[] nanosAfter = new double[MOST_OTHERS + 1];

    Footprint(final int workingSet, final List<CacheCosts> levels) {
        coldNanos = levels.stream().mapToDouble(level -> IRREGULAR * workingSet / level.refillBytesPerNano()).toArray();
        sharedWithin = levels.stream().mapToInt(level -> level.sharedWithin().ordinal()).toArray();
        for (int others = 0; others <= MOST_OTHERS; others++) {
            for (int level = 0; level < coldNanos.length; level++) {
                final double filled = (others + 1) * (double) workingSet / levels.get(level).bytes();
                nanosAfter[others] += others == 0 ? 0 : coldNanos[level] * lost(WAYS * filled);
            }
        }
    }

    /** How likely at least as many lines as there are ways have come to a set where {@code mean} come on average. */
    private static double lost(final double mean) {
        double term = Math.exp(-mean);
        double fewer = 0;
        for (int lines = 0; lines < WAYS; lines++) {
            fewer += term;
            term *= mean / (lines + 1);
        }
        return 1 - fewer;
    }

    /**
     * Nanoseconds to get the working set back.
     *
     * @param distance the ordinal of the {@link dev.perch.topology.Distance} from the CPU where it ran last
     * @param others   how many tasks ran on this CPU meanwhile, if it is the same
     */
    double refill(final int distance, final long others) {
        if (distance == 0) {
            return nanosAfter[(int) Math.min(others, MOST_OTHERS)];
        }
        double nanos = 0;
        for (int level = 0; level < coldNanos.length && distance > sharedWithin[level]; level++) {
            nanos += coldNanos[level];
        }
        return nanos;
    }
}
