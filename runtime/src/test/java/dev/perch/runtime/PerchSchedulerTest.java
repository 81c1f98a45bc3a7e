package dev.perch.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.perch.topology.CpuSet;
import dev.perch.topology.Distance;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class PerchSchedulerTest {
    @Test
    void aCarrierStaysOnItsCpu() throws Exception {
        try (var scheduler = Hosts.pinned(); var jobs = scheduler.executor()) {
            final var where = jobs
                    .submit(() -> CpuSet.of(Affinity.currentCpu(), ((Carrier) Thread.currentThread()).cpu));
            assertThat(where.get().size()).isOne();
            final var mask = jobs.submit(Affinity::allowed);
            assertThat(mask.get().size()).isOne();
        }
    }

    @Test
    void theThreadsStartedBetweenCarriersEndOnceAllHaveStarted() throws Exception {
        final var scheduler = Hosts.crowded(4);
        for (final Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals("perch-spacer")) {
                thread.join(); // or the test times out
            }
        }
        scheduler.close();
    }

    @Test
    void aCpuThatIsNotTheProcesssIsNamedInTheError() {
        final var machine = Hosts.chiplets(512);
        final var builder = PerchScheduler.builder().machine(machine).cpus(CpuSet.of(511));
        assertThatThrownBy(builder::build).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("CPU 511").hasMessageContaining("pinned(false)");
        assertThatThrownBy(builder.cpus(CpuSet.of(5000))::build).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("5000").hasMessageContaining("0-511");
    }

    @Test
    void jobsRunOnceEach() throws Exception {
        final var ran = new AtomicInteger();
        try (var scheduler = Hosts.crowded(4); var jobs = scheduler.executor()) {
            final var futures = IntStream.range(0, 10_000)
                    .<Future<?>>mapToObj(i -> jobs.submit(ran::incrementAndGet)).toList();
            for (final Future<?> future : futures) {
                future.get();
            }
        }
        assertThat(ran).hasValue(10_000);
    }

    @Test
    void aFailingJobDoesNotEndItsCarrier() throws Exception {
        try (var scheduler = Hosts.crowded(1); var jobs = scheduler.executor()) {
            final var failed = jobs.submit(() -> {
                throw new IllegalStateException("on purpose");
            });
            assertThatThrownBy(failed::get).hasRootCauseMessage("on purpose");
            assertThat(jobs.submit(() -> 7).get()).isEqualTo(7);
        }
    }

    @Test
    void aClosedExecutorLeavesTheSchedulerOpen() throws Exception {
        try (var scheduler = Hosts.crowded(2)) {
            final var first = scheduler.executor();
            first.close();
            assertThat(first.isTerminated()).isTrue();
            assertThatThrownBy(() -> first.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
            try (var second = scheduler.executor()) {
                assertThat(second.submit(() -> 1).get()).isOne();
            }
        }
    }

    @Test
    void cannotBeClosedFromWithin() throws Exception {
        try (var scheduler = Hosts.crowded(1); var jobs = scheduler.executor()) {
            assertThatThrownBy(jobs.submit(() -> scheduler.close(Duration.ZERO))::get)
                    .hasRootCauseInstanceOf(IllegalStateException.class).hasMessageContaining("its own threads");
        }
    }

    @Test
    void statisticsTellWhereWakeUpsWent() throws InterruptedException {
        try (var scheduler = Hosts.crowded(4)) {
            final var done = new CountDownLatch(100);
            scheduler.virtualThreads().start(() -> {
                for (int i = 0; i < 100; i++) {
                    Thread.ofVirtual().start(done::countDown);
                }
            }).join();
            done.await();
            final var statistics = scheduler.statistics();
            assertThat(statistics.runs()).isGreaterThanOrEqualTo(101);
            assertThat(statistics.placementsFromWaker().values().stream().mapToLong(Long::longValue).sum())
                    .isEqualTo(100);
            assertThat(statistics.placementsFromWaker()).containsKey(Distance.CLUSTER);
            assertThat(statistics.latency().samples()).isPositive();
            assertThat(statistics.wakeCostNanos()).isPositive();
        }
    }

    @Test
    void endsItsThreads() throws InterruptedException {
        final var scheduler = PerchScheduler.builder().name("brief").machine(Hosts.chiplets(4))
                .cpus(Hosts.chiplets(4).cpus()).pinned(false).build();
        final var threads = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("brief-")).toList();
        assertThat(threads).as("four carriers and the tick").hasSize(5);
        scheduler.close();
        for (final Thread thread : threads) {
            thread.join();
        }
    }
}
