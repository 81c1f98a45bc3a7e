package dev.perch.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class HistogramTest {
    @Test
    void quantilesAreRoundedUpByAtMostAnEighth() {
        final var histogram = new Histogram();
        for (int nanos = 1; nanos <= 100_000; nanos++) {
            histogram.record(nanos);
        }
        assertThat(histogram.count()).isEqualTo(100_000);
        assertThat(histogram.quantileNanos(0.5)).isBetween(50_000L, 56_250L);
        assertThat(histogram.quantileNanos(0.99)).isBetween(99_000L, 111_375L);
    }

    @Test
    void extremesAreKept() {
        final var histogram = new Histogram();
        assertThat(histogram.quantileNanos(0.5)).isZero();
        histogram.record(-5);
        histogram.record(Long.MAX_VALUE);
        assertThat(histogram.quantileNanos(0.5)).isEqualTo(1);
        assertThat(histogram.quantileNanos(1)).isGreaterThan(60_000_000_000L);
    }
}
