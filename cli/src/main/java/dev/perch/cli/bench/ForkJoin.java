package dev.perch.cli.bench;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.LongAdder;

/** Two threads that each fork eight, which compute, and wait for them; an operation is one such round. */
final class ForkJoin {
    private static final int FORKERS = 2;
    private static final int CHILDREN = 8;
    private static final int STEPS = 5_000;

    private ForkJoin() {}

    static void ofEight(final ThreadFactory factory, final LongAdder operations) {
        for (int i = 0; i < FORKERS; i++) {
            Load.start(factory, () -> {
                while (true) {
                    final var done = new CountDownLatch(CHILDREN);
                    for (int child = 0; child < CHILDREN; child++) {
                        Load.start(factory, () -> {
                            Sink.keep(Load.work(STEPS));
                            done.countDown();
                        });
                    }
                    done.await();
                    operations.increment();
                }
            });
        }
    }
}
