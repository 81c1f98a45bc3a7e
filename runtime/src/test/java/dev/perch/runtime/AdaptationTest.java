package dev.perch.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perch.scheduler.runtime.MedianNanos;
import dev.perch.scheduler.runtime.SpinBudget;
import dev.perch.scheduler.runtime.WakeCost;
import org.junit.jupiter.api.Test;

/** What the runtime learns while it runs. */
final class AdaptationTest {
    @Test
    void aMedianIsNotMovedByOutliers() {
        final var median = new MedianNanos(1_000, 1, Long.MAX_VALUE / 2);
        for (int i = 0; i < 1_000; i++) {
            median.sample(i % 10 == 0 ? 1_000_000_000 : 5_000);
        }
        assertThat(median.getOpaque()).isBetween(4_000L, 6_500L);
    }

    @Test
    void aCarrierSpinsOnlyWhileWorkComesSoon() {
        final var wakeCost = new WakeCost();
        final var spin = new SpinBudget(wakeCost);
        assertThat(spin.nanos()).isZero();
        for (int i = 0; i < 10; i++) {
            spin.wasIdle(wakeCost.nanos() / 2);
        }
        assertThat(spin.nanos()).isBetween(wakeCost.nanos() / 2, wakeCost.nanos());
        for (int i = 0; i < 10; i++) {
            spin.wasIdle(wakeCost.nanos() * 100);
        }
        assertThat(spin.nanos()).isZero();
    }

    @Test
    void utilizationFollowsBusyTime() {
        final var averages = new CarrierAverages();
        final long start = 1L << 40;
        averages.advance(start, 0, 1);
        for (int millis = 1; millis <= 400; millis++) {
            averages.advance(start + millis * 1_000_000L, millis * 500_000L, 1);
        }
        assertThat(averages.utilization()).as("half busy").isBetween(480, 545);
        for (int millis = 401; millis <= 800; millis++) {
            averages.advance(start + millis * 1_000_000L, 200_000_000L, 1);
        }
        assertThat(averages.utilization()).as("idle since").isLessThan(10);
    }
}
