package dev.perch.runtime;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * A scheduler's life: starting, open, closing (nothing begins from outside), stopped (carriers end); and how many
 * threads and jobs have begun and ended in it.
 */
final class Lifetime {
    private final String name;
    private final LongAdder begun = new LongAdder();
    private final LongAdder ended = new LongAdder();
    private int started; // carriers; guarded by this
    private IllegalStateException failure; // guarded by this
    private volatile boolean closing;
    private volatile boolean stopped;
    private volatile Thread closer;

    Lifetime(final String name) {
        this.name = name;
    }

    /** A carrier runs; or, with a failure, does not. */
    synchronized void carrierStarted(final IllegalStateException why) {
        started++;
        failure = failure == null ? why : failure;
        notifyAll();
    }

    /** Waits until {@code carriers} have started; throws the failure of one that has not. */
    synchronized void awaitStarted(final int carriers) {
        boolean interrupted = false;
        while (started < carriers) {
            try {
                wait();
            } catch (final InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** Counts a thread or job that begins; refuses it if it comes from outside after close. */
    void begin(final boolean fromOutside) {
        begun.increment();
        if (closing && fromOutside) { // what still runs may begin more, and close waits for it
            finished();
            throw new RejectedExecutionException("scheduler " + name + " is closed");
        }
    }

    /** Counts a thread or job that has ended. */
    void finished() {
        ended.increment();
        if (closing) {
            LockSupport.unpark(closer);
        }
    }

    /** How many threads and jobs have begun and not ended, about. */
    long live() {
        return Math.max(0, begun.sum() - ended.sum());
    }

    /** Whether all that began has ended. */
    boolean isQuiet() {
        final long atMost = ended.sum(); // read first: what ended had begun
        return atMost == begun.sum();
    }

    /** Closes, and waits at most {@code nanos} until all is quiet; an interrupt ends the wait and stays set. */
    synchronized void awaitQuiet(final long nanos) {
        closer = Thread.currentThread();
        closing = true;
        final long start = System.nanoTime();
        while (!isQuiet()) {
            final long rest = nanos - (System.nanoTime() - start);
            if (rest <= 0 || Thread.currentThread().isInterrupted()) {
                return;
            }
            LockSupport.parkNanos(this, rest);
        }
    }

    void stop() {
        closing = true;
        stopped = true;
    }

    boolean isStopped() {
        return stopped;
    }
}
