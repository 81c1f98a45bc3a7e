package dev.perch.simulator;

import dev.perch.machines.CacheCosts;
import java.util.List;

/**
 * What a task pays for caches that no longer hold its working set. A level that the CPU it left does not share with
 * the one it comes to is cold. In one that it comes back to, each task that ran meanwhile has taken its share of the
 * lines at random: of a cache of size C, a working set of W leaves exp(-W/C) to the others.
 */
public final class Footprint {
    private static final int MOST_OTHERS = 64;
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
                final double left = Math.exp(-others * (double) workingSet / levels.get(level).bytes());
                nanosAfter[others] += coldNanos[level] * (1 - left);
            }
        }
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
