package dev.perch.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perch.simulator.SimulatedTask.Action;
import dev.perch.simulator.SimulatedTask.State;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TaskActionsTest {
    private static final long MILLISECOND = 1_000_000;

    private final Scene scene = new Scene(Scene.machine(1, 1, 4, 1), "linux-6.5");

    @Test
    void aSleeperLeavesItsCpuAndComesBackWhenItsTimerHasFired() {
        final var clock = new ArrayList<Long>();
        final SimulatedTask sleeper = scene.on(0, self -> self.sleep(MILLISECOND), SimulatedTask::observe, self -> {
            clock.add(scene.simulation.now());
            self.exit();
        });
        scene.until(() -> sleeper.state == State.BLOCKED);
        final long asleep = scene.simulation.now;
        scene.pass(MILLISECOND - 1);
        assertThat(sleeper.state).isEqualTo(State.BLOCKED);
        assertThat(scene.simulation.table.isAvailableIdle(0)).isTrue();
        scene.pass(1);
        assertThat(sleeper.state).as("placed in the timer's interrupt").isEqualTo(State.WAKING);
        scene.until(() -> sleeper.state == State.DEAD);
        assertThat(clock).singleElement().satisfies(at -> assertThat(at - asleep).isBetween(MILLISECOND,
                2 * MILLISECOND));
    }

    @Test
    void aTaskThatBlocksGoesOnWhenAnotherWakesIt() {
        final SimulatedTask sleeper = scene.on(0, SimulatedTask::block, self -> self.compute(MILLISECOND));
        scene.until(sleeper::isBlocked);
        final SimulatedTask waker = scene.on(1, self -> self.compute(MILLISECOND), self -> self.wake(sleeper, false));
        scene.until(() -> waker.state == State.DEAD);
        assertThat(sleeper.isBlocked()).isFalse();
        scene.until(() -> sleeper.state == State.DEAD);
        assertThat(scene.simulation.wakeUps).isEqualTo(1);
    }

    @Test
    void aWakeUpThatComesBeforeTheTaskBlocksIsNotLost() {
        final SimulatedTask sleeper = scene.on(0, self -> self.compute(MILLISECOND), SimulatedTask::block);
        scene.on(1, self -> self.wake(sleeper, true));
        scene.until(() -> sleeper.state == State.DEAD);
        assertThat(scene.simulation.wakeUps).isZero();
    }

    @Test
    void aDevicesInterruptMayComeToAnotherCpuThanTheSleepers() {
        final SimulatedTask sleeper = scene.on(0,
                self -> self.sleepUntil(scene.simulation.now() + MILLISECOND, 2));
        scene.until(() -> sleeper.state == State.BLOCKED);
        scene.until(() -> sleeper.state == State.WAKING);
        assertThat(sleeper.interruptedCpu()).isEqualTo(2);
        scene.until(() -> sleeper.state == State.DEAD);
    }

    @Test
    void aSleepUntilATimeThatHasPassedIsNone() {
        final SimulatedTask task = scene.on(0, self -> self.sleepUntil(scene.simulation.now() - 1));
        scene.until(() -> task.state == State.DEAD);
        assertThat(scene.simulation.wakeUps).isZero();
    }

    @Test
    void aMutexGoesToWhoeverHasWaitedLongest() {
        final var mutex = new Mutex();
        final List<String> order = new ArrayList<>();
        final SimulatedTask first = scene.on(0, locking(mutex, order, "first"));
        scene.until(() -> mutex.owner == first);
        final SimulatedTask second = scene.on(1, locking(mutex, order, "second"));
        scene.until(() -> second.state == State.BLOCKED);
        final SimulatedTask third = scene.on(2, locking(mutex, order, "third"));
        scene.until(() -> third.state == State.BLOCKED);
        assertThat(mutex.owner).isSameAs(first);
        scene.until(() -> mutex.owner == second);
        assertThat(third.state).isEqualTo(State.BLOCKED);
        scene.until(() -> third.state == State.DEAD);
        assertThat(order).containsExactly("+first", "-first", "+second", "-second", "+third", "-third");
        assertThat(mutex.owner).isNull();
        assertThat(scene.simulation.wakeUps).isEqualTo(2);
    }

    @Test
    void whoSpinsForALockHasItAsOftenOnOneCpuAsOnAnother() {
        final var lock = new SpinLock();
        final int[] had = new int[4];
        for (int cpu = 0; cpu < had.length; cpu++) {
            scene.on(cpu, takingTurns(lock, had, cpu));
        }
        scene.pass(20 * MILLISECOND);
        assertThat(IntStream.of(had).sum()).isGreaterThan(1000);
        assertThat(IntStream.of(had).min().orElseThrow()).isGreaterThan(IntStream.of(had).max().orElseThrow() / 2);
    }

    /** Takes the lock, works for ten microseconds, gives it back; again and again. */
    private static Behavior[] takingTurns(final SpinLock lock, final int[] had, final int cpu) {
        final Behavior[] turn = {self -> self.lock(lock), self -> {
            had[cpu]++;
            self.compute(MILLISECOND / 100);
        }, self -> self.unlock(lock)};
        return Stream.generate(() -> Stream.of(turn)).limit(3000).flatMap(steps -> steps).toArray(Behavior[]::new);
    }

    @Test
    void aSpinEndsByTheClockHoweverMuchOfItTheTaskRan() {
        final SimulatedTask spinner = scene.on(0, SimulatedTask::observe,
                self -> self.spinUntil(scene.simulation.now() + 20 * MILLISECOND));
        final long began = scene.simulation.now;
        scene.pass(MILLISECOND);
        scene.on(0, self -> self.compute(8 * MILLISECOND));
        scene.until(() -> spinner.state == State.DEAD);
        assertThat(scene.simulation.now - began).isBetween(20 * MILLISECOND, 24 * MILLISECOND);
    }

    @Test
    void whoWaitsForASpinLockKeepsItsCpuBusyUntilItIsGivenBack() {
        final var lock = new SpinLock();
        final SimulatedTask first = scene.on(0, self -> self.lock(lock), self -> self.compute(5 * MILLISECOND),
                self -> self.unlock(lock), self -> self.compute(MILLISECOND));
        scene.until(() -> lock.owner == first);
        final SimulatedTask second = scene.on(1, self -> self.lock(lock), self -> self.compute(MILLISECOND),
                self -> self.unlock(lock));
        scene.pass(3 * MILLISECOND);
        assertThat(lock.owner).isSameAs(first);
        assertThat(second.state).isEqualTo(State.RUNNABLE);
        assertThat(scene.cpu(1).phase).isEqualTo(Processor.Phase.RUNNING);
        scene.until(() -> lock.owner == second);
        assertThat(first.state).as("the lock is seen free at once").isEqualTo(State.RUNNABLE);
        scene.until(() -> second.state == State.DEAD);
        assertThat(lock.owner).isNull();
        assertThat(lock.waiters).isZero();
        assertThat(scene.simulation.wakeUps).as("nobody slept").isZero();
    }

    @Test
    void postsBeforeAWaitLetItGoOnOnce() {
        final var futex = new Futex();
        final SimulatedTask poster = scene.on(0, self -> self.post(futex), self -> self.post(futex));
        scene.until(() -> poster.state == State.DEAD);
        final SimulatedTask waiter = scene.on(1, self -> self.waitFor(futex), self -> self.waitFor(futex));
        scene.until(() -> waiter.state == State.BLOCKED);
        assertThat(futex.isPosted()).isFalse();
        scene.on(0, self -> self.post(futex));
        scene.until(() -> waiter.state == State.DEAD);
        assertThat(scene.simulation.wakeUps).isEqualTo(1);
    }

    @Test
    void whoIsWokenFromAFutexTakesBackItsLinesFromTheWaker() {
        assertThat(runsAfterPost(4) - runsAfterPost(0)).as("by a waker in another LLC, and by one in its own")
                .isEqualTo(lines(4) - lines(0));
    }

    private static long lines(final int by) {
        return Math.round(twoLlcs().simulation.hardware.handOver(by, 1, Futex.LINES_BACK));
    }

    private static Scene twoLlcs() {
        return new Scene(Scene.machine(2, 1, 4, 1), "linux-6.12");
    }

    /** How long after it is begun again a waiter on CPU 1 that CPU {@code by} has woken gets past its wait. */
    private static long runsAfterPost(final int by) {
        final var scene = twoLlcs();
        final var futex = new Futex();
        final SimulatedTask waiter = scene.on(1, self -> self.waitFor(futex), SimulatedTask::observe);
        scene.until(() -> waiter.state == State.BLOCKED && !waiter.onCpu);
        scene.on(by, self -> self.post(futex));
        scene.until(() -> waiter.action == Action.OBSERVE);
        final long seen = scene.simulation.now;
        scene.until(() -> waiter.state == State.DEAD);
        return scene.simulation.now - seen;
    }

    @Test
    void aThreadIsCreatedFasterThanAProcess() {
        assertThat(creationNanos(true)).isLessThan(creationNanos(false) / 2);
    }

    private static long creationNanos(final boolean isThread) {
        final var scene = new Scene(Scene.machine(1, 1, 4, 1), "linux-6.12");
        final SimulatedTask created = scene.simulation.tasks().getLast();
        final long from = scene.simulation.now;
        scene.on(0, self -> {
            created.mm = isThread ? self.mm : created.mm;
            self.fork(created);
        }, self -> self.compute(Scene.FOREVER));
        scene.until(() -> created.state != State.NEW);
        return scene.simulation.now - from;
    }

    @Test
    void whoComesEarlyToASpinningBarrierRunsForAWhileAndThenSleeps() {
        final var barrier = new SpinningBarrier(3, 2 * MILLISECOND);
        final SimulatedTask early = scene.on(0, self -> self.await(barrier));
        scene.pass(MILLISECOND);
        assertThat(scene.cpu(0).phase).isEqualTo(Processor.Phase.RUNNING);
        scene.until(() -> early.state == State.BLOCKED);
        final SimulatedTask later = scene.on(1, self -> self.await(barrier));
        scene.pass(MILLISECOND);
        assertThat(later.state).isEqualTo(State.RUNNABLE);
        scene.on(2, self -> self.await(barrier));
        scene.until(() -> early.state == State.DEAD && later.state == State.DEAD);
        assertThat(scene.simulation.wakeUps).as("only the sleeper is woken").isEqualTo(1);
        assertThat(barrier.arrived).isZero();
    }

    /** Takes the mutex, holds it for a millisecond, gives it back; notes when it had it. */
    private static Behavior[] locking(final Mutex mutex, final List<String> order, final String name) {
        return new Behavior[]{
                self -> self.acquire(mutex),
                self -> {
                    order.add("+" + name);
                    self.compute(MILLISECOND);
                },
                SimulatedTask::observe,
                self -> {
                    order.add("-" + name);
                    self.release(mutex);
                }
        };
    }
}
