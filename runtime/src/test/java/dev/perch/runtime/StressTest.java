package dev.perch.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

/**
 * Waves of virtual threads that park, sleep, lock, wait, use sockets, time out, are interrupted and have children, and
 * of jobs, each wave on a scheduler of its own that is closed after it. Everything is counted: a wake-up lost shows as
 * a scheduler that does not close, a task lost or run twice as a wrong count, a thread on two carriers as a lost
 * increment of its own plain counter. In the suite it runs for two seconds; for longer:
 * {@code mvn -pl runtime -am verify -Dtest=StressTest -Dsurefire.failIfNoSpecifiedTests=false
 * -Dperch.stress.seconds=600}.
 */
final class StressTest {
    private static final int THREADS = 1_000;
    private static final int STEPS = 30;
    private static final int JOBS = 2_000;
    private static final int ECHOES = 100;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Test
    void nothingIsLostOrDoneTwice() throws Exception {
        final long end = System.nanoTime() + Duration.ofSeconds(Long.getLong("perch.stress.seconds", 2)).toNanos();
        int wave = 0;
        do {
            final var scheduler = wave % 2 == 0 ? Hosts.crowded(4) : Hosts.pinned();
            new Wave(scheduler, wave).run();
            wave++;
        } while (System.nanoTime() < end);
        System.out.println("stress: " + wave + " waves of " + THREADS + " threads and " + JOBS + " jobs");
    }

    /** One scheduler's life. */
    private static final class Wave {
        private final PerchScheduler scheduler;
        private final int seed;
        private final List<Thread> threads = new ArrayList<>();
        private final List<Worker> workers = new ArrayList<>();
        private final ReentrantLock lock = new ReentrantLock();
        private final Object monitor = new Object();
        private final BlockingQueue<Integer> exchange = new ArrayBlockingQueue<>(4);
        private final LongAdder jobs = new LongAdder();
        private final LongAdder children = new LongAdder();
        private final LongAdder interrupts = new LongAdder();
        private final LongAdder echoed = new LongAdder();
        private long underLock;
        private long underMonitor;

        Wave(final PerchScheduler scheduler, final int seed) {
            this.scheduler = scheduler;
            this.seed = seed;
        }

        void run() throws Exception {
            try (var server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                    var executor = scheduler.executor()) {
                startEcho(server);
                for (int i = 0; i < THREADS; i++) {
                    final var worker = new Worker(this, new SplittableRandom(seed * 31L + i));
                    workers.add(worker);
                    threads.add(scheduler.virtualThreads().start(worker));
                }
                for (int i = 0; i < JOBS; i++) {
                    executor.execute(jobs::increment);
                }
                final Thread interrupter = scheduler.virtualThreads().start(this::interruptSleepers);
                for (final Thread thread : threads) {
                    assertThat(thread.join(PATIENCE)).as("%s is stuck: %s", thread, thread.getState()).isTrue();
                }
                assertThat(interrupter.join(PATIENCE)).isTrue();
            }
            assertThat(scheduler.close(PATIENCE)).as("all has ended").isTrue();
            assertThat(workers).allMatch(worker -> worker.steps == STEPS);
            assertThat(underLock).isEqualTo(workers.stream().mapToLong(worker -> worker.locked).sum());
            assertThat(underMonitor).isEqualTo(workers.stream().mapToLong(worker -> worker.entered).sum());
            assertThat(children.sum()).isEqualTo(workers.stream().mapToLong(worker -> worker.born).sum());
            assertThat(jobs.sum()).isEqualTo(JOBS);
            assertThat(echoed.sum()).isEqualTo(ECHOES);
            assertThat(interrupts.sum()).isEqualTo(20);
        }

        private void startEcho(final ServerSocket server) {
            threads.add(scheduler.virtualThreads().start(() -> uninterrupted(() -> {
                try (Socket client = server.accept()) {
                    for (int i = 0; i < ECHOES; i++) {
                        client.getOutputStream().write(client.getInputStream().read());
                    }
                }
            })));
            threads.add(scheduler.virtualThreads().start(() -> uninterrupted(() -> {
                try (var socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
                    for (int i = 0; i < ECHOES; i++) {
                        socket.getOutputStream().write(i);
                        echoed.add(socket.getInputStream().read() == i ? 1 : 0);
                    }
                }
            })));
        }

        private void interruptSleepers() {
            for (int i = 0; i < 20; i++) {
                final var asleep = new CountDownLatch(1);
                final Thread sleeper = scheduler.virtualThreads().start(() -> {
                    asleep.countDown();
                    try {
                        Thread.sleep(PATIENCE);
                    } catch (final InterruptedException e) {
                        interrupts.increment();
                    }
                });
                uninterrupted(asleep::await);
                sleeper.interrupt();
                uninterrupted(sleeper::join);
            }
        }
    }

    /** One thread: a sequence of waits chosen by its generator. */
    private static final class Worker implements Runnable {
        private final Wave wave;
        private final SplittableRandom random;
        private int steps; // plain on purpose: two carriers at a time would lose increments
        private long locked;
        private long entered;
        private long born;

        Worker(final Wave wave, final SplittableRandom random) {
            this.wave = wave;
            this.random = random;
        }

        @Override
        public void run() {
            for (int i = 0; i < STEPS; i++) {
                uninterrupted(this::step);
                steps++;
            }
        }

        @SuppressWarnings("ThreadPriorityCheck")
        private void step() throws Exception {
            switch (random.nextInt(8)) {
                case 0 -> Thread.sleep(0, random.nextInt(500_000));
                case 1 -> Thread.yield();
                case 2 -> LockSupport.parkNanos(random.nextInt(200_000));
                case 3 -> underLock();
                case 4 -> underMonitor();
                case 5 -> wave.exchange.offer(1, random.nextInt(300), TimeUnit.MICROSECONDS);
                case 6 -> wave.exchange.poll(random.nextInt(300), TimeUnit.MICROSECONDS);
                default -> child();
            }
        }

        private void underLock() {
            wave.lock.lock();
            try {
                wave.underLock++;
                locked++;
            } finally {
                wave.lock.unlock();
            }
        }

        @SuppressWarnings("WaitNotInLoop") // any way out of the wait will do
        private void underMonitor() throws InterruptedException {
            synchronized (wave.monitor) {
                wave.underMonitor++;
                entered++;
                if (random.nextInt(4) == 0) {
                    wave.monitor.wait(1);
                } else {
                    wave.monitor.notifyAll();
                }
            }
        }

        private void child() throws InterruptedException {
            born++;
            final Thread parent = Thread.currentThread();
            final Thread child = Thread.ofVirtual().start(() -> {
                wave.children.increment();
                LockSupport.unpark(parent);
            });
            LockSupport.park();
            child.join();
        }
    }

    private static void uninterrupted(final Step step) {
        try {
            step.run();
        } catch (final Exception e) {
            throw new AssertionError(e);
        }
    }

    /** What may throw. */
    private interface Step {
        void run() throws Exception;
    }
}
