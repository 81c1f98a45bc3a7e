package dev.perch.cli.bench;

import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** Two threads that wake each other in turn; an operation is there and back. */
final class PingPong {
    private PingPong() {}

    static void synchronousQueue(final ThreadFactory factory, final LongAdder operations) {
        final var there = new SynchronousQueue<Integer>();
        final var back = new SynchronousQueue<Integer>();
        Load.start(factory, () -> {
            while (true) {
                back.put(there.take());
            }
        });
        Load.start(factory, () -> {
            while (true) {
                there.put(1);
                back.take();
                operations.increment();
            }
        });
    }

    static void lockSupport(final ThreadFactory factory, final LongAdder operations) {
        final var turn = new AtomicInteger();
        final var players = new Thread[2];
        players[1] = factory.newThread(() -> {
            while (true) {
                await(turn, 1);
                turn.set(0);
                LockSupport.unpark(players[0]);
            }
        });
        players[0] = factory.newThread(() -> {
            while (true) {
                turn.set(1);
                LockSupport.unpark(players[1]);
                await(turn, 0);
                operations.increment();
            }
        });
        players[1].start();
        players[0].start();
    }

    private static void await(final AtomicInteger turn, final int mine) {
        while (turn.get() != mine) {
            LockSupport.park();
        }
    }
}
