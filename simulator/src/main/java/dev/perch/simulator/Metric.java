package dev.perch.simulator;

/**
 * A figure that a workload is judged by; it names itself.
 *
 * @param name   {@code throughput}
 * @param unit   {@code MB/s}
 * @param better which direction is better
 * @param share  whether it is a part of something, in percent, so that 0 tells as much as any other figure
 */
public record Metric(String name, String unit, Better better, boolean share) {
    /** Which direction is better. */
    public enum Better {
        /** More is better. */
        HIGHER,
        /** Less is better. */
        LOWER
    }

    /** A figure that is no share. */
    public Metric(final String name, final String unit, final Better better) {
        this(name, unit, better, false);
    }

    /** How many of a hundred of {@code whole}: {@code wake-ups}, {@code the period}; more is better. */
    public static Metric share(final String name, final String whole) {
        return new Metric(name, "% of " + whole, Better.HIGHER, true);
    }

    /** By how many percent {@code candidate} is better than {@code baseline}; negative where it is worse. */
    public double change(final double baseline, final double candidate) {
        final double difference = better == Better.HIGHER ? candidate - baseline : baseline - candidate;
        return difference == 0 ? 0 : 100 * difference / Math.abs(baseline); // slack may be negative
    }
}
