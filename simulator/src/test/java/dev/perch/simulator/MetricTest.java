package dev.perch.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How a change is counted. */
class MetricTest {
    @Test
    void aRiseFromBelowZeroIsBetterWhereHigherIs() {
        assertThat(new Metric("slack", "us", Metric.Better.HIGHER).change(-80, -60)).isEqualTo(25);
        assertThat(new Metric("latency", "us", Metric.Better.LOWER).change(80, 60)).isEqualTo(25);
    }
}
