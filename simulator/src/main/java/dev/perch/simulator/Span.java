package dev.perch.simulator;

/**
 * How long a run is, in virtual time.
 *
 * @param warmUpNanos   before measuring, once all tasks have begun: they spread, averages settle; measured too where
 *                      a workload runs to its completion
 * @param durationNanos measured
 */
public record Span(long warmUpNanos, long durationNanos) {
    private static final long MILLISECOND = 1_000_000;

    /**
     * Several half-lives of the load averages (32 ms) and a few periods of balance; then long enough for some ten
     * thousand turns of a pair, and short enough for a table in a minute.
     */
    public static final Span USUAL = ofMillis(150, 350);

    /** A span in milliseconds. */
    public static Span ofMillis(final long warmUp, final long duration) {
        return new Span(warmUp * MILLISECOND, duration * MILLISECOND);
    }
}
