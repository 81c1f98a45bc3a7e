package dev.perch.simulator;

/**
 * How long a run is, in virtual time.
 *
 * @param warmUpNanos   before measuring, once all tasks have begun: they spread, averages settle; measured too where
 *                      a workload runs to its completion
 * @param durationNanos measured
 * @param enough        after how many parts measured ({@link Part}) a run ends earlier, their rate being known: a larger
 *                      load comes to as many in less time
 */
public record Span(long warmUpNanos, long durationNanos, long enough) {
    private static final long MILLISECOND = 1_000_000;

    /** A span that is measured whole. */
    public Span(final long warmUpNanos, final long durationNanos) {
        this(warmUpNanos, durationNanos, Long.MAX_VALUE);
    }

    /**
     * Several half-lives of the load averages (32 ms) and a few periods of balance; then long enough for some ten
     * thousand turns of a pair, and short enough for a table in a minute.
     */
    public static final Span USUAL = ofMillis(150, 350);

    /** Whether a run may end earlier. */
    public boolean isCutShort() {
        return enough < Long.MAX_VALUE;
    }

    /** A span in milliseconds. */
    public static Span ofMillis(final long warmUp, final long duration) {
        return new Span(warmUp * MILLISECOND, duration * MILLISECOND);
    }
}
