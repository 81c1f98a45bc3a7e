package dev.perch.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perch.topology.CpuSet;
import org.junit.jupiter.api.Test;

class SilentCpusTest {
    private static final long NOW = 5_000_000;

    private final RecordedRunqueues runqueues = Machines.runqueues(Machines.TWO_CPUS);
    private final SilentCpus silent = new SilentCpus(runqueues);
    private final RecordedTask task = Machines.task(Machines.TWO_CPUS, 7);

    @Test
    void aSilentCpuIsBelievedToIdleUnlessToldOtherwise() {
        assertThat(runqueues.table().isAvailableIdle(1)).isTrue();
        silent.believeBusy(CpuSet.of(1), NOW);
        assertThat(runqueues.table().isAvailableIdle(1)).isFalse();
        assertThat(runqueues.table().load(1)).isEqualTo(1024);
        silent.believeIdle(1, NOW);
        assertThat(runqueues.table().isAvailableIdle(1)).isTrue();
        assertThat(runqueues.table().load(1)).isZero();
    }

    @Test
    void theFirstEventShowsWhoRuns() {
        silent.believeBusy(1, NOW);
        silent.spoke(1, task, NOW + 1000);
        assertThat(silent.isSilent(1)).isFalse();
        assertThat(runqueues.current(1)).isSameAs(task);
        assertThat(runqueues.table().nrRunning(1)).isEqualTo(1);
        assertThat(runqueues.table().load(1)).as("the load of the task that must have been there").isEqualTo(1024);
    }

    @Test
    void aCpuThatSpokeIsNoLongerDoubted() {
        silent.spoke(1, runqueues.idleTask(1), NOW);
        silent.believeBusy(1, NOW);
        assertThat(runqueues.table().isAvailableIdle(1)).isTrue();
    }

    @Test
    void aCpuWhoseEventsWereLostIsSilentAgain() {
        silent.spoke(1, task, NOW);
        silent.lost(1);
        assertThat(silent.isSilent(1)).isTrue();
        silent.spoke(1, runqueues.idleTask(1), NOW + 1000);
        assertThat(runqueues.table().isAvailableIdle(1)).isTrue();
    }
}
