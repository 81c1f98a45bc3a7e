package dev.perch.runtime;

import dev.perch.scheduler.Search;
import dev.perch.topology.Distance;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** What one waker or carrier counted. One writer at a time; read by snapshots, without order. */
final class Counters {
    static final int SIS_SEARCH = 0;
    static final int SIS_DOMAIN_SEARCH = 1;
    static final int SIS_SCANNED = 2;
    static final int SIS_FAILED = 3;
    static final int KICKS = 4;
    static final int RUNS = 5;
    static final int PARKS = 6;
    /** Placements by distance between the waker's CPU and the chosen one: an entry a {@link Distance}. */
    static final int FROM_WAKER = 7;
    /** Placements by distance between prev and the chosen CPU; first placements are not counted. */
    static final int FROM_PREV = FROM_WAKER + Distance.values().length;
    /** Entities pulled, by distance. */
    static final int PULLED = FROM_PREV + Distance.values().length;
    static final int LENGTH = PULLED + Distance.values().length;

    private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int LINE = 16;

    private final long[] counts = new long[LINE + LENGTH + LINE]; // padded at both ends

    void increment(final int which) {
        add(which, 1);
    }

    /** Counts in the entry of {@code distance} of those that begin at {@code first}. */
    void increment(final int first, final Distance distance) {
        add(entry(first, distance), 1);
    }

    /** Where the count of {@code distance} is, of those that begin at {@code first}. */
    @SuppressWarnings("EnumOrdinal")
    static int entry(final int first, final Distance distance) {
        return first + distance.ordinal();
    }

    void add(final int which, final long by) {
        COUNT.setOpaque(counts, LINE + which, counts[LINE + which] + by);
    }

    /** Counts one decision as the kernel's search statistics do. */
    void add(final Search search) {
        if (search.searched()) {
            increment(SIS_SEARCH);
            add(SIS_SCANNED, 1 + search.probes);
            if (search.domainSearched()) {
                increment(SIS_DOMAIN_SEARCH);
            }
            if (search.failed()) {
                increment(SIS_FAILED);
            }
        }
    }

    long get(final int which) {
        return (long) COUNT.getOpaque(counts, LINE + which);
    }
}
