package dev.perch.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.perch.scheduler.Policies;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class VirtualThreadsTest {
    /** The name of the carrier below the caller. */
    private static String carrier() {
        return CurrentCarrier.get().getName();
    }

    @Test
    void runOnCarriersOfTheirScheduler() throws InterruptedException {
        try (var scheduler = Hosts.pinned()) {
            final var seen = new AtomicReference<String>();
            scheduler.virtualThreads().name("one").start(() -> seen.set(carrier())).join();
            assertThat(seen.get()).startsWith("perch-carrier-");
        }
    }

    @Test
    void areNamedInSequence() {
        try (var scheduler = Hosts.pinned()) {
            final var factory = scheduler.virtualThreads().name("rpc-", 0).factory();
            assertThat(factory.newThread(() -> {}).getName()).isEqualTo("rpc-0");
            assertThat(factory.newThread(() -> {}).getName()).isEqualTo("rpc-1");
            assertThat(factory.newThread(() -> {}).isVirtual()).isTrue();
        }
    }

    @Test
    @SuppressWarnings("ThreadPriorityCheck")
    void comeBackFromEveryKindOfWait() throws InterruptedException {
        try (var scheduler = Hosts.pinned()) {
            final var lock = new Object();
            final var held = new CountDownLatch(1);
            final var after = ConcurrentHashMap.<String>newKeySet();
            final var parked = scheduler.virtualThreads().start(() -> {
                LockSupport.park();
                after.add("park " + carrier());
            });
            final var sleeper = scheduler.virtualThreads().start(() -> {
                pause(20);
                after.add("sleep " + carrier());
            });
            final var yielder = scheduler.virtualThreads().start(() -> {
                Thread.yield();
                after.add("yield " + carrier());
            });
            final var holder = scheduler.virtualThreads().start(() -> {
                synchronized (lock) {
                    held.countDown();
                    pause(20);
                }
            });
            held.await();
            final var blocked = scheduler.virtualThreads().start(() -> {
                synchronized (lock) {
                    after.add("monitor " + carrier());
                    lock.notifyAll();
                }
            });
            LockSupport.unpark(parked);
            for (final var thread : List.of(parked, sleeper, yielder, holder, blocked)) {
                thread.join();
            }
            assertThat(after).hasSize(4).allMatch(line -> line.contains("perch-carrier-"));
        }
    }

    @Test
    void useSockets() throws Exception {
        try (var scheduler = Hosts.pinned();
                var server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                var threads = scheduler.newVirtualThreadPerTaskExecutor()) {
            final var echo = threads.submit(() -> {
                try (Socket client = server.accept()) {
                    client.getOutputStream().write(client.getInputStream().read() + 1);
                }
                return carrier();
            });
            final var answer = threads.submit(() -> {
                try (var socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
                    socket.getOutputStream().write(41);
                    return socket.getInputStream().read();
                }
            });
            assertThat(answer.get()).isEqualTo(42);
            assertThat(echo.get()).startsWith("perch-carrier-");
        }
    }

    @Test
    void haveChildrenOnTheSameScheduler() throws Exception {
        final var scheduler = Hosts.pinned();
        try (scheduler) {
            final var seen = ConcurrentHashMap.<String>newKeySet();
            scheduler.virtualThreads().start(() -> {
                try (var children = Executors.newVirtualThreadPerTaskExecutor()) {
                    for (int i = 0; i < 100; i++) {
                        children.execute(() -> {
                            pause(1);
                            seen.add(carrier());
                        });
                    }
                }
            }).join();
            assertThat(seen).isNotEmpty().allMatch(name -> name.startsWith("perch-carrier-"));
        }
        assertThat(scheduler.statistics().live()).as("all have ended").isZero();
    }

    @Test
    void closeWaitsForThem() throws InterruptedException {
        final var ended = new AtomicInteger();
        final List<Thread> threads = new ArrayList<>();
        try (var scheduler = Hosts.pinned()) {
            for (int i = 0; i < 50; i++) {
                threads.add(scheduler.virtualThreads().start(() -> {
                    pause(10);
                    ended.incrementAndGet();
                }));
            }
        }
        assertThat(ended).hasValue(50);
        assertThat(threads).allMatch(thread -> thread.getState() == Thread.State.TERMINATED);
    }

    @Test
    void thoseThatRunMayStartOthersWhileTheSchedulerCloses() throws InterruptedException {
        final var closing = new CountDownLatch(1);
        final var children = new AtomicInteger();
        final var scheduler = Hosts.crowded(2);
        scheduler.virtualThreads().start(() -> {
            pause(5);
            closing.countDown();
            for (int i = 0; i < 10; i++) {
                pause(2);
                Thread.ofVirtual().start(children::incrementAndGet);
            }
        });
        closing.await();
        scheduler.close();
        assertThat(children).hasValue(10);
    }

    @Test
    void noneStartsAfterClose() {
        final var scheduler = Hosts.pinned();
        final var factory = scheduler.virtualThreads().factory();
        scheduler.close();
        assertThatThrownBy(() -> factory.newThread(() -> {}).start()).isInstanceOf(RejectedExecutionException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void thoseThatOutliveTheirSchedulerGoOnUnderTheJdks() throws InterruptedException {
        final var seen = new AtomicReference<String>();
        final Thread left;
        try (var scheduler = Hosts.pinned()) {
            left = scheduler.virtualThreads().start(() -> {
                LockSupport.park();
                seen.set(carrier());
            });
            while (left.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            assertThat(scheduler.close(Duration.ofMillis(20))).isFalse();
        }
        LockSupport.unpark(left);
        left.join();
        assertThat(seen.get()).startsWith("ForkJoinPool");
    }

    @Test
    void aBusyOneDoesNotKeepOthersFromAnIdleCarrier() throws InterruptedException {
        try (var scheduler = Hosts.crowded(2)) {
            final var stop = new CountDownLatch(1);
            final var done = new CountDownLatch(20);
            final var busy = scheduler.virtualThreads().start(() -> {
                for (int i = 0; i < 20; i++) {
                    Thread.ofVirtual().start(done::countDown);
                }
                while (stop.getCount() > 0) {
                    Thread.onSpinWait();
                }
            });
            done.await();
            stop.countDown();
            busy.join();
        }
    }

    @Test
    @SuppressWarnings("ThreadPriorityCheck")
    void whatWaitsBehindABusyOneIsMovedAfterItsTimeShareThoughNoCarrierIsIdle() throws InterruptedException {
        final var machine = Hosts.chiplets(2);
        try (var scheduler = PerchScheduler.builder().machine(machine).cpus(machine.cpus()).pinned(false)
                .timeShare(Duration.ofMillis(2)).build()) {
            final var done = new CountDownLatch(20);
            final Runnable yielding = () -> {
                while (done.getCount() > 0) {
                    Thread.yield();
                }
            };
            final var never = List.of(scheduler.virtualThreads().start(yielding),
                    scheduler.virtualThreads().start(yielding));
            scheduler.virtualThreads().start(() -> {
                for (int i = 0; i < 20; i++) {
                    Thread.ofVirtual().start(done::countDown);
                }
                while (done.getCount() > 0) {
                    Thread.onSpinWait();
                }
            }).join();
            for (final Thread thread : never) {
                thread.join();
            }
        }
    }

    @Test
    void exchangeWithoutLoss() throws InterruptedException {
        exchange(Hosts.crowded(4));
    }

    @Test
    void areAlsoPlacedByAKernelsPolicy() throws InterruptedException {
        final var machine = Hosts.chiplets(8);
        exchange(PerchScheduler.builder().machine(machine).cpus(machine.cpus()).pinned(false)
                .policy(Policies.kernels().named("linux-6.12")).build());
    }

    private static void exchange(final PerchScheduler open) throws InterruptedException {
        try (var scheduler = open) {
            final List<Thread> threads = new ArrayList<>();
            final var received = new AtomicInteger();
            for (int pair = 0; pair < 8; pair++) {
                final var there = new SynchronousQueue<Integer>();
                final var back = new SynchronousQueue<Integer>();
                threads.add(scheduler.virtualThreads().start(() -> {
                    for (int i = 0; i < 2_000; i++) {
                        put(there, i);
                        received.addAndGet(take(back) == i ? 1 : 0);
                    }
                }));
                threads.add(scheduler.virtualThreads().start(() -> {
                    for (int i = 0; i < 2_000; i++) {
                        put(back, take(there));
                    }
                }));
            }
            for (final var thread : threads) {
                thread.join();
            }
            assertThat(received).hasValue(16_000);
        }
    }

    private static void pause(final int millis) {
        try {
            Thread.sleep(millis);
        } catch (final InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void put(final SynchronousQueue<Integer> queue, final int value) {
        try {
            queue.put(value);
        } catch (final InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static int take(final SynchronousQueue<Integer> queue) {
        try {
            return queue.take();
        } catch (final InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
