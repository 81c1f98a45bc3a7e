package dev.perch.simulator;

import java.util.Arrays;

/**
 * How long the scans of the LLC took (select_idle_cpu), counted by powers of two of microseconds as bpftrace's hist
 * does: bucket 0 below a microsecond, bucket n from 2^(n-1) to 2^n microseconds, the last also what is longer. Mutable.
 */
public final class SearchTimes {
    /** How many buckets there are: the last begins at 64 Ki microseconds. */
    public static final int BUCKETS = 18;

    private static final int NANOS_A_MICRO = 1000;
    private static final int KIBI = 1024;

    private final long[] counts = new long[BUCKETS];

    /** Nothing counted. */
    public SearchTimes() {}

    /** Counts a scan of {@code nanos}. */
    void add(final double nanos) {
        final long micros = (long) nanos / NANOS_A_MICRO;
        counts[Math.min(Long.SIZE - Long.numberOfLeadingZeros(micros), BUCKETS - 1)]++;
    }

    /** Counts what {@code other} counted. */
    void add(final SearchTimes other) {
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            counts[bucket] += other.counts[bucket];
        }
    }

    /** Forgets all, at the end of a run's warm-up. */
    void forget() {
        Arrays.fill(counts, 0);
    }

    /** How many scans fell into {@code bucket}. */
    public long count(final int bucket) {
        return counts[bucket];
    }

    /** The name of the figure that {@link #count} gives: {@code select_idle_cpu_us_from_1K}. */
    public static String figure(final int bucket) {
        return "select_idle_cpu_us_from_" + from(bucket);
    }

    /** Where {@code bucket} begins, microseconds, as bpftrace writes it: {@code 512}, {@code 1K}. */
    public static String from(final int bucket) {
        final long micros = bucket == 0 ? 0 : 1L << bucket - 1;
        return micros < KIBI ? Long.toString(micros) : micros / KIBI + "K";
    }
}
