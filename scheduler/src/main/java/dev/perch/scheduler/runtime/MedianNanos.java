package dev.perch.scheduler.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A running estimate of a duration's median: every sample moves it by a sixteenth of itself, up or down. Unlike a
 * mean it does not follow the outliers that a busy host deals out. Samples may race; one may then be lost.
 */
public final class MedianNanos {
    private static final VarHandle ESTIMATE;
    static {
        try {
            ESTIMATE = MethodHandles.lookup().findVarHandle(MedianNanos.class, "estimate", long.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final long least;
    private final long most;
    private long estimate;

    /** Starts at {@code first} and stays between {@code least} and {@code most}, all nanoseconds. */
    public MedianNanos(final long first, final long least, final long most) {
        this.least = least;
        this.most = most;
        estimate = first;
    }

    /** Takes {@code nanos} into account. */
    public void sample(final long nanos) {
        final long now = getOpaque();
        final long step = Math.max(1, now >> 4);
        setOpaque(Math.clamp(nanos > now ? now + step : now - step, least, most));
    }

    /** The estimate, nanoseconds. */
    public long getOpaque() {
        return (long) ESTIMATE.getOpaque(this);
    }

    private void setOpaque(final long to) {
        ESTIMATE.setOpaque(this, to);
    }
}
