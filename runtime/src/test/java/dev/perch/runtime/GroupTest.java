package dev.perch.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perch.scheduler.runtime.JvmPerch;
import dev.perch.topology.CpuSet;
import dev.perch.topology.Topology;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class GroupTest {
    @Test
    void groupsDivideTheLastLevelCachesAmongThemselves() {
        try (var scheduler = Hosts.crowded(8)) {
            assertThat(scheduler.group("orders").cpus()).isEqualTo(CpuSet.range(0, 3));
            assertThat(scheduler.group("stock").cpus()).isEqualTo(CpuSet.range(4, 7));
            assertThat(scheduler.group("orders").cpus()).isEqualTo(CpuSet.range(0, 3));
        }
    }

    @Test
    void aGroupLeavesAnOverloadedCacheAndReturns() {
        final var preferred = new PreferredLlc(CpuSet.range(0, 3), CpuSet.range(0, 7));
        preferred.review(4 * 1024 * 51 / 100 + 1);
        assertThat(preferred.cpus()).as("above half").isEqualTo(CpuSet.range(0, 7));
        preferred.review(4 * 1024 * 45 / 100);
        assertThat(preferred.cpus()).as("a little below half").isEqualTo(CpuSet.range(0, 7));
        preferred.review(4 * 1024 * 39 / 100);
        assertThat(preferred.cpus()).as("a fifth below half").isEqualTo(CpuSet.range(0, 3));
    }

    @Test
    void itsThreadsAndTheirChildrenRunOnItsCache() throws InterruptedException {
        try (var scheduler = Hosts.crowded(8)) {
            scheduler.group("orders");
            final var seen = ConcurrentHashMap.<Integer>newKeySet();
            scheduler.group("stock").virtualThreads().start(() -> {
                seen.add(((Carrier) CurrentCarrier.get()).cpu);
                try {
                    Thread.ofVirtual().start(() -> seen.add(((Carrier) CurrentCarrier.get()).cpu)).join();
                } catch (final InterruptedException e) {
                    throw new AssertionError(e);
                }
            }).join();
            assertThat(seen).isNotEmpty().allMatch(cpu -> cpu >= 4);
        }
    }

    @Test
    void anIdleCarrierOfAnotherCacheLeavesThemAndTakesTheNext() {
        final Topology machine = Hosts.chiplets(8);
        final var dispatcher = new Dispatcher("still", machine, machine.cpus(), new JvmPerch(), false, 0);
        final Carrier busy = dispatcher.carriers().get(4);
        final Carrier far = dispatcher.carriers().get(0);
        final Carrier near = dispatcher.carriers().get(5);
        final Entity grouped = new Job(() -> {}, CpuSet.range(4, 7), () -> {});
        final Entity free = new Job(() -> {}, machine.cpus(), () -> {});
        busy.queue.offer(grouped);
        busy.queue.offer(free);
        assertThat(new Pull(far, far.neighbours(), 3).from(busy)).isSameAs(free);
        assertThat(new Pull(far, far.neighbours(), 3).from(busy)).isNull();
        assertThat(far.queue.size()).isZero();
        assertThat(new Pull(near, near.neighbours(), 3).from(busy)).isSameAs(grouped);
    }
}
