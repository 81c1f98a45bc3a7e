package dev.perch.runtime;

import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs virtual threads on platform threads that no CPU is reserved for. The threads that the JDK creates for virtual
 * threads, timers and pollers, inherit the affinity of whoever needs them first; had a carrier that honour, they would
 * compete with it for its CPU ever after.
 */
final class Unpinned implements Executor {
    private static final int CPUS_A_TIMER = 4; // the JDK has a timer thread for every four CPUs

    private final BackEnd backEnd;

    Unpinned(final BackEnd backEnd) {
        this.backEnd = backEnd;
    }

    @Override
    public void execute(final Runnable continuation) {
        Thread.ofPlatform().daemon().name("perch-unpinned").start(continuation);
    }

    /** Has the JDK start its timers: each virtual thread uses the one that its number selects. */
    void startTimers() {
        final int timers = Runtime.getRuntime().availableProcessors() / CPUS_A_TIMER + 1;
        for (int i = 0; i < timers; i++) {
            await(backEnd.builder(this).start(() -> LockSupport.parkNanos(1)));
        }
    }

    /** Waits for {@code thread}; an interrupt is kept for later. */
    static void await(final Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (final InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
