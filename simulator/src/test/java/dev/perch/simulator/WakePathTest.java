package dev.perch.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perch.scheduler.WakeUp;
import dev.perch.simulator.Processor.Phase;
import dev.perch.simulator.SimulatedTask.State;
import org.junit.jupiter.api.Test;

class WakePathTest {
    private static final long MILLISECOND = 1_000_000;

    /** Four CPUs under one LLC; one and two compute and are the wakers. */
    private static Scene scene(final String policy) {
        final var scene = new Scene(Scene.machine(1, 1, 4, 1), policy);
        scene.busy(1);
        scene.busy(2);
        scene.until(() -> scene.cpu(1).phase == Phase.RUNNING && scene.cpu(2).phase == Phase.RUNNING);
        return scene;
    }

    private static void wake(final Scene scene, final int by, final SimulatedTask wakee) {
        scene.simulation.wakePath.begin(scene.cpu(by), wakee, WakeUp.TTWU);
    }

    /** The waker has chosen {@code target}: on to its runqueue. */
    private static void enqueue(final Scene scene, final int by, final SimulatedTask wakee, final int target) {
        final Processor p = scene.cpu(by);
        p.wakee = wakee;
        p.target = target;
        p.wakeFlags = WakeUp.TTWU;
        scene.simulation.wakePath.enqueue(p);
    }

    /** How long after now {@code waker} has its wakee on the runqueue. */
    private static long timeToEnqueue(final Scene scene, final Processor waker, final long from) {
        scene.until(() -> waker.phase == Phase.RUNNING);
        return scene.simulation.now - from;
    }

    @Test
    void whoFindsTheRunqueueLockTakenWaitsForTheHoldBefore() {
        final long alone = secondWakersTime(false);
        final var scene = scene("linux-5.10");
        final SimulatedTask one = scene.asleepOn(0);
        final SimulatedTask other = scene.asleepOn(0);
        final long from = scene.simulation.now;
        enqueue(scene, 1, one, 0);
        enqueue(scene, 2, other, 0);
        final long hold = timeToEnqueue(scene, scene.cpu(1), from);
        assertThat(scene.cpu(0).lock.waitNanos()).isEqualTo(hold).isPositive();
        final double flight = scene.simulation.hardware.lineLatency(0, 2);
        assertThat(timeToEnqueue(scene, scene.cpu(2), from)).isEqualTo(secondWakersTime(true))
                .as("behind the hold, and behind the first's read of the group's load")
                .isBetween(hold + alone, hold + alone + Math.round(flight));
    }

    private static long secondWakersTime(final boolean behindAnother) {
        final var scene = scene("linux-5.10");
        final SimulatedTask one = scene.asleepOn(0);
        final SimulatedTask other = scene.asleepOn(0);
        final long from = scene.simulation.now;
        if (behindAnother) {
            enqueue(scene, 1, one, 0);
        }
        enqueue(scene, 2, other, 0);
        return timeToEnqueue(scene, scene.cpu(2), from);
    }

    @Test
    void wakersThatLookBeforeTheEnqueueEndsChooseTheSameIdleCpu() {
        final var scene = scene("linux-5.10");
        final SimulatedTask one = scene.asleepOn(0);
        final SimulatedTask other = scene.asleepOn(0);
        wake(scene, 1, one);
        scene.until(() -> scene.cpu(1).phase == Phase.ENQUEUEING);
        assertThat(scene.simulation.table.isAvailableIdle(0)).as("nobody sees it yet").isTrue();
        wake(scene, 2, other);
        assertThat(scene.cpu(2).target).isEqualTo(scene.cpu(1).target).isZero();
    }

    @Test
    void whoLooksAfterTheEnqueueChoosesAnotherCpu() {
        final var scene = scene("linux-5.10");
        final SimulatedTask one = scene.asleepOn(0);
        final SimulatedTask other = scene.asleepOn(0);
        wake(scene, 1, one);
        scene.until(() -> one.state == State.RUNNABLE);
        assertThat(scene.simulation.table.isAvailableIdle(0)).isFalse();
        wake(scene, 2, other);
        assertThat(scene.cpu(2).target).isEqualTo(3);
    }

    @Test
    void aWakeUpOnTheListIsSeenBeforeItIsOnTheRunqueue() {
        final var scene = scene("linux-6.1");
        final SimulatedTask one = scene.asleepOn(0);
        final SimulatedTask other = scene.asleepOn(0);
        wake(scene, 1, one);
        scene.until(() -> scene.cpu(1).phase == Phase.RUNNING);
        assertThat(one.state).isEqualTo(State.WAKING);
        assertThat(scene.cpu(0).runqueue.nrRunning()).isZero();
        assertThat(scene.simulation.table.isAvailableIdle(0)).as("ttwu_pending").isFalse();
        wake(scene, 2, other);
        assertThat(scene.cpu(2).target).isEqualTo(3);
        scene.until(() -> one.state == State.RUNNABLE);
        assertThat(one.cpu).isZero();
        assertThat(scene.cpu(0).arrivals.isEmpty()).isTrue();
    }

    @Test
    void insideTheLlcOnlyAKernelSince60LeavesItOnAnIdleCpusList() {
        assertThat(isListed("linux-5.19", 0, false)).isFalse();
        assertThat(isListed("linux-6.1", 0, false)).isTrue();
        assertThat(isListed("linux-6.1", 0, true)).as("to a CPU that has a task").isFalse();
    }

    @Test
    void acrossLlcsEveryKernelLeavesItOnTheList() {
        assertThat(isListed("linux-5.10", 4, false)).isTrue();
        assertThat(isListed("linux-5.10", 4, true)).isTrue();
        assertThat(isListed("linux-6.12", 4, true)).isTrue();
    }

    /** Whether CPU 1 leaves a wakee for {@code target}, which has a task or none, on its list; four CPUs share an LLC. */
    private static boolean isListed(final String policy, final int target, final boolean busy) {
        final var scene = new Scene(Scene.machine(2, 1, 4, 1), policy);
        final SimulatedTask wakee = scene.asleepOn(target);
        scene.busy(1);
        if (busy) {
            scene.busy(target);
        }
        scene.until(() -> scene.cpu(1).phase == Phase.RUNNING
                && scene.cpu(target).phase == (busy ? Phase.RUNNING : Phase.IDLE));
        enqueue(scene, 1, wakee, target);
        return isListing(scene);
    }

    /** Whether CPU 1, which is about to wake a task, leaves it on a list. */
    private static boolean isListing(final Scene scene) {
        final Processor waker = scene.cpu(1);
        final Processor target = scene.cpu(waker.target);
        assertThat(target.arrivals.isEmpty()).as("nothing is there yet").isTrue();
        if (waker.phase != Phase.LISTING) {
            return false;
        }
        scene.until(() -> !target.arrivals.isEmpty());
        return true;
    }

    @Test
    void theTargetHearsOfAWakeUpOnceTheWakerHasTheTasksLinesAndTheLists() {
        final var scene = new Scene(Scene.machine(2, 1, 4, 1), "linux-6.12");
        final SimulatedTask wakee = scene.asleepOn(4);
        scene.busy(1);
        scene.until(() -> scene.cpu(1).phase == Phase.RUNNING);
        final Hardware hardware = scene.simulation.hardware;
        final long from = scene.simulation.now;
        enqueue(scene, 1, wakee, 4);
        assertThat(scene.simulation.table.isAvailableIdle(4)).as("ttwu_pending").isFalse();
        scene.until(() -> !scene.cpu(4).arrivals.isEmpty());
        assertThat(scene.simulation.now - from).isEqualTo(Math.round(
                hardware.handOver(4, 1, hardware.kernel.listedTaskLines + hardware.kernel.listLines)));
    }

    @Test
    void aTaskStillOnItsCpuIsLeftToItBesideOneOtherTaskOnlyBefore60() {
        assertThat(isLeftOnItsCpu("linux-5.19", 0)).isTrue();
        assertThat(isLeftOnItsCpu("linux-5.19", 1)).isTrue();
        assertThat(isLeftOnItsCpu("linux-5.19", 2)).isFalse();
        assertThat(isLeftOnItsCpu("linux-6.1", 0)).isTrue();
        assertThat(isLeftOnItsCpu("linux-6.1", 1)).isFalse();
    }

    /** Whether a task that CPU 0 is switching away from, with {@code others} to run, is left to that CPU's list. */
    private static boolean isLeftOnItsCpu(final String policy, final int others) {
        final var scene = scene(policy);
        final SimulatedTask wakee = scene.asleepOn(0);
        for (int i = 0; i < others; i++) {
            scene.busy(0);
        }
        scene.until(() -> scene.cpu(0).phase == (others > 0 ? Phase.RUNNING : Phase.IDLE));
        wakee.onCpu = true;
        wake(scene, 1, wakee);
        return isListing(scene);
    }

    @Test
    void aReaderThatIsAwakeAlreadyIsNotWokenAgain() {
        final var scene = new Scene(Scene.machine(1, 1, 4, 1), "linux-6.5");
        final var channel = new Channel(KernelPath.PIPE);
        final SimulatedTask reader = scene.on(0, self -> self.receive(channel), self -> self.compute(MILLISECOND),
                self -> self.receive(channel), self -> self.compute(Scene.FOREVER));
        scene.until(() -> reader.state == State.BLOCKED && !reader.onCpu);
        scene.on(1, self -> self.send(channel, 1), self -> self.send(channel, 1), self -> self.compute(Scene.FOREVER));
        scene.until(() -> channel.size() == 2);
        assertThat(reader.state).as("on its way when the second message comes").isNotEqualTo(State.BLOCKED);
        scene.until(channel::isEmpty);
        scene.pass(MILLISECOND);
        assertThat(scene.simulation.wakeUps).isEqualTo(1);
        assertThat(scene.cpu(reader.cpu).runqueue.nrRunning()).isEqualTo(1);
    }
}
