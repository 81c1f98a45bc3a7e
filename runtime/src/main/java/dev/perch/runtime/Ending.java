package dev.perch.runtime;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** The life of a scheduler: starting, open, closing (nothing new begins), stopped (carriers end). */
final class Ending {
    private int started; // guarded by this
    private IllegalStateException failure; // guarded by this
    private volatile boolean closing;
    private volatile boolean stopped;
    private volatile Thread closer;

    synchronized void started(final IllegalStateException why) {
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

    /** Something ended, which a closer may wait for. */
    void progress() {
        if (closing) {
            LockSupport.unpark(closer);
        }
    }

    /** Closes, and waits at most {@code nanos} for {@code quiet}; an interrupt ends the wait and stays set. */
    synchronized void awaitQuiet(final BooleanSupplier quiet, final long nanos) {
        closer = Thread.currentThread();
        closing = true;
        final long start = System.nanoTime();
        while (!quiet.getAsBoolean()) {
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

    boolean isClosing() {
        return closing;
    }

    boolean isStopped() {
        return stopped;
    }
}
