package dev.perch.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecordedRunqueuesTest {
    private static final long NOW = 5_000_000;

    private final RecordedRunqueues runqueues = Machines.runqueues(Machines.TWO_CPUS);
    private final RecordedTask task = Machines.task(Machines.TWO_CPUS, 7);
    private final RecordedTask other = Machines.task(Machines.TWO_CPUS, 8);

    @Test
    void aCpuToWhichAWakeUpIsUnderwayIsNotAvailable() {
        runqueues.pend(task, 1);
        assertThat(runqueues.table().isAvailableIdle(1)).isFalse();
        runqueues.unpend(task);
        assertThat(runqueues.table().isAvailableIdle(1)).isTrue();
    }

    @Test
    void aWakeUpIsUnderwayToOneCpuAtATime() {
        runqueues.pend(task, 1);
        runqueues.pend(task, 0);
        assertThat(runqueues.table().isAvailableIdle(1)).isTrue();
        assertThat(runqueues.table().isAvailableIdle(0)).isFalse();
    }

    @Test
    void queuedTasksCount() {
        runqueues.turn(0, true, task, NOW);
        runqueues.enqueue(other, 0, NOW);
        assertThat(runqueues.table().nrRunning(0)).isEqualTo(2);
        runqueues.turn(0, false, other, NOW + 1000);
        assertThat(runqueues.table().nrRunning(0)).isEqualTo(1);
        assertThat(runqueues.current(0)).isSameAs(other);
    }

    @Test
    void aPreemptedTaskStaysQueued() {
        runqueues.turn(0, true, task, NOW);
        runqueues.turn(0, true, other, NOW + 1000);
        assertThat(task.queuedOn).isZero();
        assertThat(runqueues.table().nrRunning(0)).isEqualTo(2);
    }

    @Test
    void aCpuThatGoesIdleHoldsNoTask() {
        runqueues.turn(0, true, task, NOW);
        runqueues.enqueue(other, 0, NOW); // never seen to leave: its dequeue was delayed, or its events were lost
        runqueues.turn(0, false, runqueues.idleTask(0), NOW + 1000);
        assertThat(runqueues.table().isAvailableIdle(0)).isTrue();
        assertThat(other.queuedOn).isEqualTo(RecordedTask.NOWHERE);
        assertThat(runqueues.table().idleSince(0)).isEqualTo(NOW + 1000);
    }

    @Test
    void aTaskFoundRunningReplacesTheOneBelievedToRun() {
        runqueues.turn(0, true, task, NOW);
        runqueues.replace(0, other, NOW + 1000);
        assertThat(runqueues.table().nrRunning(0)).isEqualTo(1);
        assertThat(task.queuedOn).isEqualTo(RecordedTask.NOWHERE);
    }
}
