package dev.perch.scheduler.fair;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class UtilizationEstimateTest {
    private static final int CAPACITY = 1024;

    private static SchedEntity sleeping(final int utilization, final int estimate) {
        final var entity = new SchedEntity(null);
        entity.average.utilAvg = utilization;
        entity.average.runnableAvg = utilization;
        entity.estimate = estimate;
        entity.lastUtilization = estimate;
        entity.utilizationMoved = true;
        return entity;
    }

    @ParameterizedTest
    @EnumSource(UtilizationEstimate.class)
    void followsARiseAtOnce(final UtilizationEstimate form) {
        final SchedEntity entity = sleeping(500, 100);
        form.update(entity, CAPACITY);
        assertThat(form.of(entity)).isEqualTo(500);
    }

    @ParameterizedTest
    @EnumSource(UtilizationEstimate.class)
    void followsAFallByAQuarter(final UtilizationEstimate form) {
        final SchedEntity entity = sleeping(100, 500);
        form.update(entity, CAPACITY);
        assertThat(entity.estimate).isEqualTo(400);
        assertThat(form.of(entity)).isEqualTo(400);
    }

    @ParameterizedTest
    @EnumSource(UtilizationEstimate.class)
    void takesNoNoteOfATaskWhoseUtilizationHasNotMoved(final UtilizationEstimate form) {
        final SchedEntity entity = sleeping(100, 500);
        form.update(entity, CAPACITY);
        form.update(entity, CAPACITY);
        assertThat(entity.estimate).isEqualTo(400);
    }

    @ParameterizedTest
    @EnumSource(UtilizationEstimate.class)
    void letsAPercentBe(final UtilizationEstimate form) {
        final SchedEntity entity = sleeping(495, 500);
        form.update(entity, CAPACITY);
        assertThat(form.of(entity)).isEqualTo(500);
    }

    @ParameterizedTest
    @EnumSource(UtilizationEstimate.class)
    void doesNotFallOnACpuTooSmallForTheTask(final UtilizationEstimate form) {
        final SchedEntity entity = sleeping(450, 500);
        form.update(entity, 400);
        assertThat(form.of(entity)).isEqualTo(500);
    }

    @Test
    void since68DoesNotFallWhereTheTaskHadToWait() {
        final SchedEntity entity = sleeping(100, 500);
        entity.average.runnableAvg = 300;
        UtilizationEstimate.AVERAGE.update(entity, CAPACITY);
        assertThat(entity.estimate).isEqualTo(500);
    }

    @Test
    void until67TheNewestCountsWhereItIsGreater() {
        final SchedEntity entity = sleeping(300, 500);
        entity.lastUtilization = 600;
        UtilizationEstimate.NEWEST_AND_AVERAGE.update(entity, CAPACITY);
        assertThat(entity.estimate).isEqualTo(450);
        assertThat(entity.lastUtilization).isEqualTo(300);
        assertThat(UtilizationEstimate.NEWEST_AND_AVERAGE.of(entity)).isEqualTo(450);
    }
}
