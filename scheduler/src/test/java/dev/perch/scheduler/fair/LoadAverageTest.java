package dev.perch.scheduler.fair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** The kernel's own answers are checked by the verb conform; these tell what they mean. */
class LoadAverageTest {
    private static final long PERIOD = 1024 * 1024;

    private static LoadAverage busyForLong() {
        final var average = new LoadAverage();
        average.lastUpdate = PERIOD;
        average.update(PERIOD + 1000 * PERIOD, 1024, 1, 1, true);
        return average;
    }

    @Test
    void whatAlwaysRunsHasAllAveragesAtTheirTop() {
        final LoadAverage average = busyForLong();
        assertThat(average.utilAvg).isCloseTo(1024, within(1L));
        assertThat(average.runnableAvg).isCloseTo(1024, within(1L));
        assertThat(average.loadAvg).isCloseTo(1024, within(1L));
    }

    @Test
    void sleepHalvesTheAveragesIn32Periods() {
        final LoadAverage average = busyForLong();
        average.update(average.lastUpdate + 32 * PERIOD, 1024, 0, 0, false);
        assertThat(average.utilAvg).isCloseTo(512, within(2L));
        assertThat(average.loadAvg).isCloseTo(512, within(2L));
    }

    @Test
    void aPartOfAMicrosecondIsKeptForTheNextUpdate() {
        final LoadAverage average = busyForLong();
        final long last = average.lastUpdate;
        assertThat(average.update(last + 1023, 1024, 1, 1, true)).isFalse();
        assertThat(average.lastUpdate).isEqualTo(last);
        average.update(last + 2047, 1024, 1, 1, true);
        assertThat(average.lastUpdate).isEqualTo(last + 1024);
    }

    @Test
    void attachAndDetachUndoEachOther() {
        final LoadAverage runqueue = busyForLong();
        final LoadAverage task = busyForLong();
        final long load = runqueue.loadAvg;
        final long utilization = runqueue.utilAvg;
        runqueue.attach(task, 1024);
        assertThat(runqueue.loadAvg).isEqualTo(load + task.loadAvg);
        runqueue.detach(task, 1024);
        assertThat(runqueue.loadAvg).isEqualTo(load);
        assertThat(runqueue.utilAvg).isEqualTo(utilization);
    }

    @Test
    void aClockThatGoesBackwardsIsTakenAsItIs() {
        final LoadAverage average = busyForLong();
        final long sum = average.utilSum;
        assertThat(average.update(PERIOD, 1024, 1, 1, true)).isFalse();
        assertThat(average.lastUpdate).isEqualTo(PERIOD);
        assertThat(average.utilSum).isEqualTo(sum);
    }
}
