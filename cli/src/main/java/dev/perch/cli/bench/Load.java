package dev.perch.cli.bench;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.LongAdder;

/** A workload: starts its threads, which count operations until the JVM ends. */
@FunctionalInterface
interface Load {
    /** Starts threads of {@code factory}; each operation adds one to {@code operations}. */
    void start(ThreadFactory factory, LongAdder operations) throws Exception;

    /** Work of {@code steps} dependent multiplications, about a nanosecond each. */
    static double work(final int steps) {
        double x = steps;
        for (int i = 0; i < steps; i++) {
            x = x * 1.000_000_1 + 0.3;
        }
        return x;
    }

    /** Starts {@code body} in a thread of {@code factory}; a failure there ends the JVM, and so the measurement. */
    static Thread start(final ThreadFactory factory, final Body body) {
        final Thread thread = factory.newThread(() -> {
            try {
                body.run();
            } catch (final Exception e) {
                System.err.println("a thread of the workload failed: " + e);
                Runtime.getRuntime().halt(1);
            }
        });
        thread.start();
        return thread;
    }

    /**
     * Starts {@code bodies}, each in a thread of {@code factory}, which all begin once the last of them has come to
     * run; as hackbench's workers do. A scheduler that prefers what it has running to what is new, as ForkJoinPool does
     * with its workers' own queues, would else measure fewer threads than were started.
     */
    static void startTogether(final ThreadFactory factory, final List<Body> bodies) {
        final var ready = new CountDownLatch(bodies.size());
        for (final Body body : bodies) {
            start(factory, () -> {
                ready.countDown();
                ready.await();
                body.run();
            });
        }
    }

    /** What a thread does. */
    interface Body {
        /** Runs until it fails or the JVM ends. */
        void run() throws Exception;
    }
}
