package dev.perch.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Durations counted in buckets whose width is an eighth of their lower bound, 0 ns to some 68 s. One writer; read by
 * snapshots, without order.
 */
final class Histogram {
    private static final int SUB_BITS = 3;
    private static final int SUBS = 1 << SUB_BITS;
    private static final int BUCKETS = (37 - SUB_BITS) * SUBS;
    private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] counts = new long[BUCKETS];

    void record(final long nanos) {
        final int bucket = bucket(Math.max(0, nanos));
        COUNT.setOpaque(counts, bucket, counts[bucket] + 1);
    }

    /** Adds the counts of {@code other}. */
    void add(final Histogram other) {
        for (int i = 0; i < BUCKETS; i++) {
            counts[i] += (long) COUNT.getOpaque(other.counts, i);
        }
    }

    long count() {
        long count = 0;
        for (int i = 0; i < BUCKETS; i++) {
            count += (long) COUNT.getOpaque(counts, i);
        }
        return count;
    }

    /** The upper bound of the bucket that holds the {@code quantile} (0..1), nanoseconds; 0 where nothing is counted. */
    long quantileNanos(final double quantile) {
        long rest = (long) Math.ceil(count() * quantile);
        if (rest == 0) {
            return 0;
        }
        int bucket = -1;
        while (rest > 0) {
            rest -= counts[++bucket];
        }
        return lowerBound(bucket + 1);
    }

    private static int bucket(final long nanos) {
        if (nanos < SUBS) {
            return (int) nanos;
        }
        final int exponent = 63 - Long.numberOfLeadingZeros(nanos) - SUB_BITS;
        return Math.min(BUCKETS - 1, (exponent << SUB_BITS) + (int) (nanos >>> exponent));
    }

    private static long lowerBound(final int bucket) {
        if (bucket < 2 * SUBS) {
            return bucket;
        }
        final int exponent = (bucket >> SUB_BITS) - 1;
        return (long) (SUBS + (bucket & SUBS - 1)) << exponent;
    }
}
