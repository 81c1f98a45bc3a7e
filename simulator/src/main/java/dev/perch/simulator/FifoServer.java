package dev.perch.simulator;

/**
 * A resource that serves one request at a time, first come, first served: a lock and its queue, a cache line that
 * atomics fight over, a path of limited bandwidth. Requests must come in the order of time.
 */
final class FifoServer {
    private long freeAt;
    private long served;
    private long waited;
    private long waitNanos;

    /** When a request that comes at {@code now} and needs {@code service} nanoseconds is done. */
    long serve(final long now, final long service) {
        served++;
        final long wait = freeAt - now;
        if (wait > 0) {
            waited++;
            waitNanos += wait;
            freeAt += service;
        } else {
            freeAt = now + service;
        }
        return freeAt;
    }

    /** When it will have served all requests so far. */
    long freeAt() {
        return freeAt;
    }

    /** How many requests it got. */
    long served() {
        return served;
    }

    /** How many of these had to queue. */
    long waited() {
        return waited;
    }

    /** How long these queued in all, nanoseconds. */
    long waitNanos() {
        return waitNanos;
    }
}
