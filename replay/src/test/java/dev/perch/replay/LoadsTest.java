package dev.perch.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LoadsTest {
    private static final long MS = 1_000_000;
    private static final long START = 1_000 * MS;

    private final RecordedRunqueues runqueues = Machines.runqueues(Machines.TWO_CPUS);
    private final RecordedTask task = Machines.task(Machines.TWO_CPUS, 7);
    private final RecordedTask other = Machines.task(Machines.TWO_CPUS, 8);

    private long load(final int cpu) {
        return runqueues.table().load(cpu);
    }

    private void run(final RecordedTask who, final int cpu, final long now) {
        runqueues.turn(cpu, true, who, now);
    }

    @Test
    void aTaskThatRunsForLongLoadsItsCpuFully() {
        run(task, 0, START);
        runqueues.ticks(START + 1_000 * MS);
        assertThat(load(0)).isBetween(1000L, 1024L);
        assertThat(runqueues.table().utilization(0)).isBetween(1000, 1024);
    }

    @Test
    void averagesStandStillBetweenTicks() {
        run(task, 0, START);
        runqueues.ticks(START + 8 * MS);
        final long atTick = load(0);
        runqueues.ticks(START + 11 * MS);
        assertThat(load(0)).isEqualTo(atTick);
        runqueues.ticks(START + 12 * MS);
        assertThat(load(0)).isGreaterThan(atTick);
    }

    @Test
    void aNewTaskBringsItsWeightAsLoad() {
        runqueues.loads().start(task, 1, START);
        runqueues.enqueue(task, 1, START);
        assertThat(load(1)).isEqualTo(1024);
        assertThat(runqueues.table().utilization(1)).isEqualTo(512);
    }

    @Test
    void aSleeperThatMovesLeavesItsLoadOnItsOldCpuUntilThatIsNextUpdated() {
        run(task, 0, START);
        runqueues.ticks(START + 1_000 * MS);
        run(other, 0, START + 1_001 * MS);
        runqueues.dequeue(task, START + 1_001 * MS, true);
        final long before = load(0);
        runqueues.loads().leave(task, START + 1_001 * MS);
        assertThat(load(0)).isEqualTo(before);
        runqueues.ticks(START + 1_004 * MS);
        assertThat(load(0)).isLessThan(before / 4);
    }

    @Test
    void aQueuedTaskThatIsMovedTakesItsLoadAlong() {
        run(task, 0, START);
        runqueues.ticks(START + 400 * MS);
        run(other, 0, START + 401 * MS);
        final long moved = task.average.loadAvg;
        final long before = load(0);
        runqueues.enqueue(task, 1, START + 401 * MS);
        assertThat(load(1)).isEqualTo(moved);
        assertThat(load(0)).isBetween(before - moved - 1, before - moved + 1);
    }

    @Test
    void aRealTimeTaskLeavesTheAveragesAlone() {
        task.setPriority(49);
        run(task, 0, START);
        runqueues.ticks(START + 400 * MS);
        assertThat(load(0)).isZero();
        runqueues.turn(0, false, runqueues.idleTask(0), START + 401 * MS);
        assertThat(load(0)).isZero();
        assertThat(runqueues.table().isAvailableIdle(0)).isTrue();
    }
}
