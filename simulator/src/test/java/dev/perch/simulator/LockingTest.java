package dev.perch.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perch.simulator.Processor.Phase;
import dev.perch.simulator.SimulatedTask.State;
import org.junit.jupiter.api.Test;

class LockingTest {
    private final Scene scene = new Scene(Scene.machine(1, 1, 4, 1), "linux-6.5");
    private final KernelMutex mutex = new KernelMutex();

    /** A task that computes on {@code cpu}. */
    private SimulatedTask running(final int cpu) {
        final SimulatedTask task = scene.busy(cpu);
        scene.until(() -> scene.cpu(cpu).current == task && scene.cpu(cpu).phase == Phase.RUNNING);
        return task;
    }

    private boolean take(final SimulatedTask task) {
        return scene.simulation.locking.take(scene.cpu(task.cpu), task, mutex);
    }

    private void release(final SimulatedTask task) {
        scene.simulation.locking.release(scene.cpu(task.cpu), task);
    }

    @Test
    void whoFindsItTakenSpinsWhileTheOwnerRuns() {
        final SimulatedTask owner = running(0);
        final SimulatedTask other = running(1);
        assertThat(take(owner)).isTrue();
        assertThat(take(other)).isFalse();
        assertThat(other.spinning).isTrue();
        assertThat(other.state).isEqualTo(State.RUNNABLE);
        release(owner);
        assertThat(mutex.owner).isNull();
        assertThat(take(other)).isTrue();
        assertThat(other.spinning).isFalse();
    }

    @Test
    void itSleepsWhereTheOwnerDoesNotRun() {
        final SimulatedTask owner = running(0);
        final SimulatedTask other = running(1);
        take(owner);
        scene.simulation.dispatcher.preempt(scene.cpu(0));
        scene.cpu(0).current = null;
        assertThat(take(other)).isFalse();
        assertThat(other.spinning).isFalse();
        assertThat(other.state).isEqualTo(State.BLOCKED);
    }

    @Test
    void aReleaseWakesTheSleeperAndOnceThatOneHasTriedInVainHandsItOver() {
        final SimulatedTask owner = running(0);
        final SimulatedTask sleeper = running(1);
        take(owner);
        scene.cpu(0).current = null;
        take(sleeper);
        scene.cpu(0).current = owner;
        release(owner);
        assertThat(scene.cpu(0).toWake.first()).isSameAs(sleeper);
        assertThat(take(owner)).as("nobody has it yet").isTrue();
        sleeper.state = State.RUNNABLE;
        assertThat(take(sleeper)).as("a running task was quicker").isFalse();
        release(owner);
        assertThat(mutex.owner).isSameAs(sleeper);
        assertThat(take(owner)).as("not once more").isFalse();
    }
}
