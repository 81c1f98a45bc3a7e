package dev.perch.scheduler.fair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.perch.scheduler.FairClass;
import dev.perch.scheduler.Feature;
import dev.perch.scheduler.Kernel;
import dev.perch.scheduler.LinuxPolicy;
import dev.perch.scheduler.Task;
import dev.perch.topology.CpuSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FairRunqueueTest {
    private static final long MS = 1_000_000;
    private static final LinuxPolicy CFS = LinuxPolicy.of(Kernel.of(6, 1));
    private static final LinuxPolicy EEVDF = LinuxPolicy.of(Kernel.of(6, 12));

    private long now = 1 << 20;

    private static FairRunqueue runqueue(final FairClass fairClass) {
        return FairRunqueue.under(fairClass == FairClass.CFS ? CFS : EEVDF, 8).of(0, 1024);
    }

    private SchedEntity newTask(final FairRunqueue runqueue, final int nice) {
        final var entity = new SchedEntity(new Task(CpuSet.of(0)));
        entity.weight = LoadWeight.ofNice(nice);
        runqueue.addNew(entity, now);
        runqueue.checkPreemption(entity, now);
        return entity;
    }

    /** Runs for {@code nanos} with a tick every 4 ms. */
    private void run(final FairRunqueue runqueue, final long nanos) {
        final long end = now + nanos;
        while (now < end) {
            if (runqueue.needsReschedule() || runqueue.current() == null) {
                runqueue.pickNext(now);
            }
            now = Math.min(end, now + 4 * MS);
            runqueue.tick(now);
        }
    }

    @ParameterizedTest
    @EnumSource(FairClass.class)
    void tasksGetTimeInProportionToTheirWeights(final FairClass fairClass) {
        final FairRunqueue runqueue = runqueue(fairClass);
        final SchedEntity normal = newTask(runqueue, 0);
        final SchedEntity nice = newTask(runqueue, 5);
        final SchedEntity other = newTask(runqueue, 0);
        run(runqueue, 20_000 * MS);
        assertThat((double) normal.execTotal / nice.execTotal).isCloseTo(1024.0 / 335, within(0.1));
        assertThat((double) normal.execTotal / other.execTotal).isCloseTo(1, within(0.02));
        assertThat(normal.execTotal + nice.execTotal + other.execTotal).isEqualTo(20_000 * MS);
    }

    @ParameterizedTest
    @EnumSource(FairClass.class)
    void whatInterruptsTakeIsNobodysRunTimeNorUtilization(final FairClass fairClass) {
        final FairRunqueue runqueue = runqueue(fairClass);
        final SchedEntity task = newTask(runqueue, 0);
        final int turns = 2000;
        for (int turn = 0; turn < turns; turn++) { // each runs for 0.5 ms, is interrupted for 0.3 ms of it, sleeps 0.2 ms
            runqueue.pickNext(now);
            now += MS / 2;
            runqueue.interrupted(3 * MS / 10);
            runqueue.sleep(task, now);
            runqueue.pickNext(now);
            now += MS / 5;
            runqueue.wake(task, now);
        }
        assertThat(task.execTotal).isEqualTo(turns * MS / 5);
        assertThat(runqueue.average().utilAvg).as("0.2 ms of 0.4").isCloseTo(512, within(40L));
    }

    @Test
    void theTasksClockStandsWhereItWasReadDuringAnInterruptUntilThatIsMadeUpFor() {
        final FairRunqueue runqueue = runqueue(FairClass.CFS);
        final long before = runqueue.clock(now);
        assertThat(runqueue.clock(now + 400)).isEqualTo(before + 400);
        runqueue.interrupted(500);
        assertThat(runqueue.clock(now + 500)).isEqualTo(before + 400);
        assertThat(runqueue.clock(now + 1000)).isEqualTo(before + 500);
    }

    @Test
    void aCfsWakeePreemptsATaskThatIsFarAhead() {
        final FairRunqueue runqueue = runqueue(FairClass.CFS);
        final SchedEntity sleeper = newTask(runqueue, 0);
        runqueue.pickNext(now);
        now += MS;
        runqueue.sleep(sleeper, now);
        final SchedEntity hog = newTask(runqueue, 0);
        run(runqueue, 50 * MS);
        assertThat(runqueue.current()).isSameAs(hog);
        runqueue.wake(sleeper, now);
        runqueue.checkPreemption(sleeper, now);
        assertThat(runqueue.needsReschedule()).isTrue();
        assertThat(runqueue.pickNext(now)).isSameAs(sleeper);
    }

    @Test
    void anEevdfWakeePreemptsOnlyWithAnEarlierDeadline() {
        for (final long slice : new long[]{100_000, 10 * MS}) {
            final FairRunqueue runqueue = runqueue(FairClass.EEVDF);
            final SchedEntity sleeper = newTask(runqueue, 0);
            sleeper.customSlice = true;
            sleeper.slice = slice;
            runqueue.pickNext(now);
            now += MS;
            assertThat(runqueue.sleep(sleeper, now)).isTrue();
            newTask(runqueue, 0);
            run(runqueue, 50 * MS);
            runqueue.wake(sleeper, now);
            runqueue.checkPreemption(sleeper, now);
            assertThat(runqueue.needsReschedule()).as("slice of %d ns", slice).isEqualTo(slice < MS);
        }
    }

    @Test
    void cfsLetsASleeperComeBackHalfALatencyBehindAtMost() {
        final FairRunqueue runqueue = runqueue(FairClass.CFS);
        final SchedEntity sleeper = newTask(runqueue, 0);
        runqueue.pickNext(now);
        now += MS;
        runqueue.sleep(sleeper, now);
        final SchedEntity hog = newTask(runqueue, 0);
        runqueue.pickNext(now);
        run(runqueue, 1000 * MS);
        runqueue.wake(sleeper, now);
        assertThat(hog.vruntime - sleeper.vruntime).isEqualTo(12 * MS);
    }

    @Test
    void eevdfKeepsAnOverdrawnSleeperQueuedUntilItsLagIsPaidOff() {
        final FairRunqueue runqueue = runqueue(FairClass.EEVDF);
        final SchedEntity sleeper = newTask(runqueue, 0);
        runqueue.pickNext(now);
        final SchedEntity other = newTask(runqueue, 0);
        now += 2 * MS;
        assertThat(runqueue.sleep(sleeper, now)).isFalse();
        assertThat(runqueue.nrRunning()).isEqualTo(2);
        assertThat(runqueue.nrDelayed()).isEqualTo(1);
        assertThat(runqueue.pickNext(now)).isSameAs(other);
        run(runqueue, 40 * MS);
        assertThat(sleeper.queued).isFalse();
        assertThat(sleeper.vlag).isZero();
        assertThat(runqueue.nrRunning()).isEqualTo(1);
        assertThat(runqueue.nrDelayed()).isZero();
    }

    @Test
    void aDelayedTaskThatWakesNeverLeft() {
        final FairRunqueue runqueue = runqueue(FairClass.EEVDF);
        final SchedEntity sleeper = newTask(runqueue, 0);
        runqueue.pickNext(now);
        newTask(runqueue, 0);
        now += 2 * MS;
        runqueue.sleep(sleeper, now);
        runqueue.pickNext(now);
        now += MS;
        runqueue.wakeDelayed(sleeper, now);
        assertThat(sleeper.queued).isTrue();
        assertThat(sleeper.delayed).isFalse();
        assertThat(runqueue.nrRunning()).isEqualTo(2);
        assertThat(runqueue.nrDelayed()).isZero();
    }

    @Test
    void aDelayedTaskThatWakesIsAheadByWhatTheRunningOneIsNotChargedYet() {
        final FairRunqueue runqueue = runqueue(FairClass.EEVDF);
        final SchedEntity sleeper = newTask(runqueue, 0);
        runqueue.pickNext(now);
        final SchedEntity waker = newTask(runqueue, 0);
        now += MS / 10;
        assertThat(runqueue.sleep(sleeper, now)).isFalse();
        assertThat(runqueue.pickNext(now)).isSameAs(waker);
        now += MS / 5;
        runqueue.wakeDelayed(sleeper, now);
        runqueue.checkPreemption(sleeper, now);
        assertThat(runqueue.pickNext(now)).isSameAs(sleeper);
    }

    @ParameterizedTest
    @EnumSource(FairClass.class)
    void aYieldingTaskIsPassedOverBeforeItsSliceEnds(final FairClass fairClass) {
        final FairRunqueue runqueue = runqueue(fairClass);
        newTask(runqueue, 0);
        newTask(runqueue, 0);
        run(runqueue, 100 * MS);
        final SchedEntity before = runqueue.current();
        while (runqueue.pickNext(now) == before) {
            run(runqueue, 4 * MS);
        }
        final SchedEntity running = runqueue.current();
        final long start = now;
        do {
            now += MS;
            runqueue.yieldCurrent(now);
        } while (runqueue.pickNext(now) == running);
        assertThat(now - start).isLessThan(12 * MS);
    }

    @ParameterizedTest
    @EnumSource(FairClass.class)
    void aSchedIdleTaskGivesWayAtOnce(final FairClass fairClass) {
        final FairRunqueue runqueue = runqueue(fairClass);
        final var idle = new SchedEntity(new Task(CpuSet.of(0)));
        idle.task.schedIdle = true;
        idle.weight = LoadWeight.SCHED_IDLE;
        runqueue.addNew(idle, now);
        runqueue.pickNext(now);
        assertThat(runqueue.nrSchedIdle()).isEqualTo(1);
        now += MS;
        final SchedEntity normal = newTask(runqueue, 0);
        assertThat(runqueue.needsReschedule()).isTrue();
        run(runqueue, 1000 * MS);
        assertThat(normal.execTotal).isGreaterThan(950 * MS);
    }

    @ParameterizedTest
    @EnumSource(FairClass.class)
    void utilizationOfABusyCpuApproachesItsCapacityAndHalvesIn32PeriodsOfIdling(final FairClass fairClass) {
        final FairRunqueue runqueue = runqueue(fairClass);
        final SchedEntity hog = newTask(runqueue, 0);
        run(runqueue, 400 * MS);
        assertThat(runqueue.average().utilAvg).isBetween(1020L, 1024L);
        assertThat(hog.task.utilization).isBetween(1020, 1024);
        runqueue.sleep(hog, now);
        assertThat(hog.task.utilizationEstimate).isBetween(1020, 1024);
        runqueue.pickNext(now);
        now += 32 * 1024 * 1024;
        runqueue.averageTo(now);
        assertThat(runqueue.average().utilAvg).isBetween(509L, 513L);
    }

    @ParameterizedTest
    @EnumSource(FairClass.class)
    void whatLeavesARunqueueTakesItsLoadAlong(final FairClass fairClass) {
        final FairRunqueue from = runqueue(fairClass);
        final FairRunqueue to = runqueue(fairClass);
        final SchedEntity stays = newTask(from, 0);
        final SchedEntity moves = newTask(from, 0);
        run(from, 100 * MS);
        while (from.current() == moves) {
            run(from, 4 * MS);
        }
        from.detach(moves, now);
        assertThat(from.average().loadAvg).isCloseTo(stays.average.loadAvg, within(2L));
        assertThat(from.average().utilAvg).isCloseTo(stays.average.utilAvg, within(2L));
        to.attach(moves, now);
        assertThat(to.average().loadAvg).isEqualTo(moves.average.loadAvg);
        to.pickNext(now);
        now += MS;
        while (!to.sleep(moves, now)) {
            to.pickNext(now);
        }
        to.departAsleep(moves);
        from.wake(moves, now);
        now += 2 * MS;
        to.averageTo(now);
        assertThat(to.average().loadAvg).isLessThan(5);
        assertThat(from.nrRunning()).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource(FairClass.class)
    void anyLifeKeepsTheCountsRight(final FairClass fairClass) {
        final var random = new Random(7);
        final FairRunqueue[] runqueues = {runqueue(fairClass), runqueue(fairClass)};
        final List<SchedEntity> queued = new ArrayList<>();
        final List<SchedEntity> asleep = new ArrayList<>();
        final int[] home = new int[40];
        for (int i = 0; i < 40; i++) {
            home[i] = random.nextInt(2);
            final FairRunqueue runqueue = runqueues[home[i]];
            final SchedEntity entity = newTask(runqueue, random.nextInt(40) - 20);
            entity.task.cpu = i;
            queued.add(entity);
        }
        for (int step = 0; step < 20_000; step++) {
            now += random.nextInt(1_000_000);
            final int side = random.nextInt(2);
            final FairRunqueue runqueue = runqueues[side];
            switch (random.nextInt(5)) {
                case 0 -> runqueue.pickNext(now);
                case 1 -> runqueue.tick(now);
                case 2 -> {
                    final SchedEntity running = runqueue.current();
                    if (running != null && running.queued && !running.delayed) {
                        queued.remove(running);
                        asleep.add(running);
                        runqueue.sleep(running, now);
                        runqueue.pickNext(now);
                    }
                }
                case 3 -> {
                    if (!asleep.isEmpty()) {
                        final SchedEntity wakee = asleep.remove(random.nextInt(asleep.size()));
                        queued.add(wakee);
                        final FairRunqueue old = runqueues[home[wakee.task.cpu]];
                        if (wakee.queued) {
                            old.wakeDelayed(wakee, now);
                        } else {
                            if (old != runqueue) {
                                old.departAsleep(wakee);
                                home[wakee.task.cpu] = side;
                            }
                            runqueue.wake(wakee, now);
                            runqueue.checkPreemption(wakee, now);
                        }
                    }
                }
                default -> {
                    final SchedEntity waiting = runqueue.waiting(0);
                    if (waiting != null && !waiting.delayed) {
                        runqueue.detach(waiting, now);
                        home[waiting.task.cpu] = 1 - side;
                        runqueues[1 - side].attach(waiting, now);
                    }
                }
            }
            final int delayed = runqueues[0].nrDelayed() + runqueues[1].nrDelayed();
            assertThat(runqueues[0].nrRunning() + runqueues[1].nrRunning()).isEqualTo(queued.size() + delayed);
        }
        final long weights = queued.stream().mapToLong(entity -> entity.weight.weight()).sum();
        final long delayed = asleep.stream().filter(entity -> entity.queued).mapToLong(e -> e.weight.weight()).sum();
        assertThat(runqueues[0].weight() + runqueues[1].weight()).isEqualTo(weights + delayed);
    }

    @Test
    void aWakeeThatPreemptsRunsNextAndThePreemptedTaskAfterIt() {
        final FairRunqueue runqueue = runqueue(FairClass.CFS);
        final SchedEntity sleeper = newTask(runqueue, 0);
        runqueue.pickNext(now);
        now += MS;
        runqueue.sleep(sleeper, now);
        for (int i = 0; i < 8; i++) {
            newTask(runqueue, 0);
        }
        run(runqueue, 500 * MS);
        final SchedEntity preempted = runqueue.pickNext(now);
        now += MS;
        runqueue.wake(sleeper, now);
        runqueue.checkPreemption(sleeper, now);
        assertThat(runqueue.pickNext(now)).isSameAs(sleeper);
        assertThat(runqueue.isBuddy(preempted)).isTrue();
        now += 100_000;
        runqueue.sleep(sleeper, now);
        assertThat(runqueue.pickNext(now)).isSameAs(preempted);
        assertThat(runqueue.isBuddy(preempted)).isFalse();
    }

    @ParameterizedTest
    @EnumSource(FairClass.class)
    void withoutWakeUpPreemptionAWakeeWaitsForTheTick(final FairClass fairClass) {
        final LinuxPolicy kernel = fairClass == FairClass.CFS ? CFS : EEVDF;
        final FairRunqueue runqueue = FairRunqueue.under(kernel.with(Feature.WAKEUP_PREEMPTION, false), 8).of(0, 1024);
        final SchedEntity sleeper = newTask(runqueue, 0);
        sleeper.customSlice = true;
        sleeper.slice = 100_000;
        runqueue.pickNext(now);
        now += MS;
        runqueue.sleep(sleeper, now);
        newTask(runqueue, 0);
        run(runqueue, 50 * MS);
        runqueue.wake(sleeper, now);
        runqueue.checkPreemption(sleeper, now);
        assertThat(runqueue.needsReschedule()).isFalse();
        while (runqueue.current() != sleeper) {
            run(runqueue, 4 * MS);
        }
    }

    @ParameterizedTest
    @EnumSource(FairClass.class)
    void placementSeesWhetherATaskIsNewAndWhetherItIsQueued(final FairClass fairClass) {
        final FairRunqueue runqueue = runqueue(fairClass);
        final var entity = new SchedEntity(new Task(CpuSet.of(0)));
        assertThat(entity.task.isNew).isTrue();
        assertThat(entity.task.queued).isFalse();
        runqueue.addNew(entity, now);
        assertThat(entity.task.isNew).isFalse();
        assertThat(entity.task.queued).isTrue();
        runqueue.pickNext(now);
        runqueue.sleep(entity, now + MS);
        assertThat(entity.task.queued).isFalse();
    }

    @ParameterizedTest
    @EnumSource(FairClass.class)
    void aNewTaskIsTakenForABusyOneOnHalfOfWhatIsLeft(final FairClass fairClass) {
        final FairRunqueue runqueue = runqueue(fairClass);
        assertThat(newTask(runqueue, 0).task.utilization).isEqualTo(512);
        assertThat(newTask(runqueue, 0).task.utilization).isEqualTo(256);
        assertThat(newTask(runqueue, 0).task.utilization).isEqualTo(128);
    }

    @ParameterizedTest
    @EnumSource(FairClass.class)
    void theAverageMovesWithATasksComingAndWithEachPeriod(final FairClass fairClass) {
        final FairRunqueue runqueue = runqueue(fairClass);
        newTask(runqueue, 0);
        assertThat(runqueue.averageMoved()).isTrue();
        runqueue.pickNext(now);
        runqueue.tick(now + MS / 2);
        assertThat(runqueue.averageMoved()).as("within a period").isFalse();
        runqueue.tick(now + 2 * MS);
        assertThat(runqueue.averageMoved()).isTrue();
        assertThat(runqueue.averageMoved()).as("asked again").isFalse();
    }

    @ParameterizedTest
    @EnumSource(FairClass.class)
    void theGroupsSharedLoadIsWrittenWhenTheCpusShareHasMovedByASixtyFourth(final FairClass fairClass) {
        final FairRunqueue runqueue = runqueue(fairClass);
        newTask(runqueue, 0);
        final long written = runqueue.groupWrites();
        assertThat(written).isEqualTo(1);
        run(runqueue, 400 * MS);
        final long settled = runqueue.groupWrites();
        run(runqueue, 400 * MS);
        assertThat(runqueue.groupWrites()).isEqualTo(settled);
        assertThat(runqueue.groupReads()).isGreaterThan(200);
    }
}
