package dev.perch.runtime;

/**
 * What successive ticks see of one carrier's queue: whether what waits at its head stands still, because nothing was
 * taken and nothing began to run since the last look.
 */
final class Standstill {
    private long runs = -1;
    private long taken;
    private long since; // when the present head was first seen

    /**
     * Looks again.
     *
     * @param nowNanos the tick's time
     * @param hasRun   how often the carrier began to run something
     * @param hasTaken how many were taken from the queue
     * @param queued   how many wait
     * @return for how long the ticks have seen the head stand still, nanoseconds; 0 where they have not
     */
    long look(final long nowNanos, final long hasRun, final long hasTaken, final int queued) {
        final boolean moved = hasRun != runs || hasTaken != taken;
        runs = hasRun;
        taken = hasTaken;
        if (moved || queued == 0 || since == 0) {
            since = queued == 0 ? 0 : nowNanos;
            return 0;
        }
        return nowNanos - since;
    }

    /** Forgets what it saw: the carrier idles. */
    void forget() {
        since = 0;
    }
}
