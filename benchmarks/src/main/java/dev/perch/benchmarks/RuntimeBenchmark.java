package dev.perch.benchmarks;

import dev.perch.runtime.PerchScheduler;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What wake-ups between virtual threads take under the JDK's own scheduler and under Perch's. {@code perch
 * bench-runtime} measures whole workloads in pairs of JVMs instead, which says more about gains; this says what one
 * wake-up costs and allocates.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 3, jvmArgsAppend = {"--add-opens", "java.base/java.lang=ALL-UNNAMED",
        "--enable-native-access=ALL-UNNAMED"})
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class RuntimeBenchmark {
    private static final int TURNS = 1_000;
    private static final int CHILDREN = 8;

    /** {@code default} is the JDK's ForkJoinPool. */
    @Param({"default", "perch"})
    public String scheduler;

    private PerchScheduler perch;
    private ThreadFactory factory;

    /** Makes the scheduler. */
    @Setup
    public void open() {
        perch = scheduler.equals("perch") ? PerchScheduler.builder().build() : null;
        factory = perch == null ? Thread.ofVirtual().factory() : perch.virtualThreads().factory();
    }

    /** Ends it. */
    @TearDown
    public void close() {
        if (perch != null) {
            perch.close();
        }
    }

    /** Two threads park and unpark each other in turn: there and back. */
    @Benchmark
    @OperationsPerInvocation(TURNS)
    public void park() throws InterruptedException {
        final var turn = new Turn();
        final var players = new Thread[2];
        for (int i = 0; i < players.length; i++) {
            final int me = i;
            players[i] = factory.newThread(() -> {
                for (int round = 0; round < TURNS; round++) {
                    turn.await(me);
                    turn.pass(1 - me, players[1 - me]);
                }
            });
        }
        for (final Thread player : players) {
            player.start();
        }
        for (final Thread player : players) {
            player.join();
        }
    }

    /** Whose turn it is. */
    private static final class Turn {
        private volatile int player;

        void await(final int me) {
            while (player != me) {
                LockSupport.park();
            }
        }

        void pass(final int other, final Thread thread) {
            player = other;
            LockSupport.unpark(thread);
        }
    }

    /** Two threads hand over through SynchronousQueues: there and back. */
    @Benchmark
    @OperationsPerInvocation(TURNS)
    public void queue() throws InterruptedException {
        final var there = new SynchronousQueue<Integer>();
        final var back = new SynchronousQueue<Integer>();
        final Thread far = factory.newThread(() -> {
            for (int round = 0; round < TURNS; round++) {
                put(back, take(there));
            }
        });
        final Thread near = factory.newThread(() -> {
            for (int round = 0; round < TURNS; round++) {
                put(there, round);
                take(back);
            }
        });
        far.start();
        near.start();
        near.join();
    }

    private static void put(final SynchronousQueue<Integer> queue, final Integer message) {
        try {
            queue.put(message);
        } catch (final InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Integer take(final SynchronousQueue<Integer> queue) {
        try {
            return queue.take();
        } catch (final InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A thread starts eight others and waits for their end. */
    @Benchmark
    public void fork() throws InterruptedException {
        final Thread parent = factory.newThread(() -> {
            final var ended = new CountDownLatch(CHILDREN);
            for (int child = 0; child < CHILDREN; child++) {
                factory.newThread(ended::countDown).start();
            }
            try {
                ended.await();
            } catch (final InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        parent.start();
        parent.join();
    }
}
