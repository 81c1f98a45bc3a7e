package dev.perch.scheduler.runtime;

/**
 * What it costs to wake a parked carrier, measured at each such wake-up: the waker's time in unpark, and the time
 * until the carrier runs. Their sum is what {@code jvm-perch} weighs against a backlog.
 */
public final class WakeCost {
    private static final long LEAST_NANOS = 500;
    private static final long MOST_NANOS = 1_000_000;

    private final MedianNanos waker = new MedianNanos(4_000, LEAST_NANOS, MOST_NANOS);
    private final MedianNanos latency = new MedianNanos(16_000, LEAST_NANOS, MOST_NANOS);

    /** Starts at 20 µs. */
    public WakeCost() {}

    /** A waker spent {@code nanos} on waking. */
    public void unparked(final long nanos) {
        waker.sample(nanos);
    }

    /** It took {@code nanos} until the woken carrier ran. */
    public void woken(final long nanos) {
        latency.sample(nanos);
    }

    /** The median cost, nanoseconds. */
    public long nanos() {
        return waker.getOpaque() + latency.getOpaque();
    }
}
