package dev.perch.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perch.topology.CpuSet;
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
}
