package dev.perch.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.perch.machines.Machine;
import dev.perch.scheduler.WakeUp;
import dev.perch.simulator.Processor.Phase;
import dev.perch.simulator.SimulatedTask.State;
import dev.perch.topology.Topology;
import org.junit.jupiter.api.Test;

class DispatcherTest {
    private static final long SHORT = 100_000;

    @Test
    void aBusyCpuThatWasToldIsNotToldAgainUntilTheInterruptHasCome() {
        final var scene = new Scene(Scene.machine(1, 1, 2, 1), "linux-6.5");
        final Dispatcher dispatcher = scene.simulation.dispatcher;
        scene.busy(0);
        scene.until(() -> scene.cpu(0).phase == Phase.RUNNING);
        final double send = scene.simulation.hardware.interruptSend;
        assertThat(dispatcher.kick(scene.cpu(0), 1, 0)).isEqualTo(send).isPositive();
        assertThat(dispatcher.kick(scene.cpu(0), 1, 0)).isZero();
        scene.until(() -> !scene.cpu(0).interruptUnderway);
        assertThat(dispatcher.kick(scene.cpu(0), 1, 0)).isEqualTo(send);
    }

    @Test
    void anIdleCpuThatWasToldWakesAtTheSameTimeHoweverOftenItIsToldAgain() {
        assertThat(timeToWake(0)).isEqualTo(timeToWake(3)).isPositive();
    }

    private static long timeToWake(final int toldAgain) {
        final var scene = new Scene(Scene.machine(1, 1, 2, 1), "linux-6.5");
        final Processor idle = scene.cpu(0);
        scene.on(0);
        final long from = scene.simulation.now;
        for (int i = 0; i < toldAgain; i++) {
            scene.pass(1);
            assertThat(scene.simulation.dispatcher.kick(idle, 1, 0)).isZero();
        }
        assertThat(idle.interruptUnderway).isFalse();
        scene.until(() -> idle.phase != Phase.WAKING_UP);
        return scene.simulation.now - from;
    }

    @Test
    void aCpuOnItsWayToRestIsNotTold() {
        final var scene = new Scene(Scene.machine(1, 1, 2, 1), "linux-6.5");
        scene.on(0);
        scene.until(() -> scene.cpu(0).phase == Phase.GOING_IDLE);
        assertThat(scene.simulation.dispatcher.kick(scene.cpu(0), 1, 0)).isZero();
        assertThat(scene.cpu(0).interruptUnderway).isFalse();
    }

    @Test
    void aCpuThatIsToldWhileItComesToRestNeedNotComeOutOfAnIdleState() {
        final var scene = new Scene(Scene.machine(1, 1, 2, 1), "linux-6.5");
        final Processor p = scene.cpu(0);
        scene.on(0);
        scene.until(() -> p.phase == Phase.IDLE);
        final long rested = scene.simulation.now;
        assertThat(scene.simulation.table.isAvailableIdle(0)).as("seen to idle at once").isTrue();
        assertThat(p.idleExit).isPositive();
        scene.simulation.dispatcher.kick(p, 1, 0);
        scene.until(() -> p.phase != Phase.WAKING_UP);
        final Hardware hardware = scene.simulation.hardware;
        assertThat(scene.simulation.now - rested).isLessThan(
                Math.round(Math.max(hardware.interruptFlight, hardware.kernel.goIdle / hardware.coreSpeed)) + 2);
    }

    @Test
    void waitingForCacheLinesTakesNoLongerBesideABusySibling() {
        final var scene = new Scene(Scene.machine(1, 1, 2, 2), "linux-6.5");
        final double smt = scene.simulation.hardware.smtSpeed;
        final SimulatedTask task = scene.busy(0);
        task.finishWork();
        task.work = SHORT;
        task.stall(SHORT);
        assertThat(task.nanosAt(1)).isEqualTo(2 * SHORT);
        assertThat(task.nanosAt(smt)).isEqualTo(SHORT + SHORT / smt);
        task.workFor(task.nanosAt(smt) / 2, smt);
        assertThat(task.nanosAt(1)).as("half of both is done").isCloseTo(SHORT, within(0.1));
    }

    @Test
    void aThreadIsSlowerFromTheMomentItsSiblingWorksUntilItRests() {
        final var scene = new Scene(Scene.machine(1, 1, 2, 2), "linux-6.5");
        final Processor thread = scene.cpu(0);
        final Processor sibling = scene.cpu(1);
        final double smt = scene.simulation.hardware.smtSpeed;
        final SimulatedTask task = scene.on(0, self -> self.compute(SHORT));
        scene.until(() -> thread.phase == Phase.RUNNING);
        final double work = task.work;
        final long began = thread.settledAt;
        scene.on(1, self -> self.compute(SHORT / 10.0));
        scene.until(() -> sibling.phase != Phase.WAKING_UP);
        final long slowed = scene.simulation.now;
        assertThat(thread.speed).isEqualTo(smt).isLessThan(1);
        scene.until(() -> sibling.phase == Phase.IDLE);
        final long alone = scene.simulation.now;
        assertThat(thread.speed).isEqualTo(1);
        scene.until(() -> task.state == State.DEAD);
        final double done = slowed - began + (alone - slowed) * smt + scene.simulation.now - alone;
        assertThat(done).isCloseTo(work, within(2.0));
    }

    @Test
    void aCoreOfHalfTheCapacityTakesTwiceAsLong() {
        final var tiny = Scene.machine(1, 1, 1, 1);
        final var little = Topology.builder("little").cpu(0, new Topology.Place(0, 0, 0, 0, 0, 0, 512)).build();
        final var scene = new Scene(new Machine(little, "", tiny.costs(), ""), "linux-6.5");
        final SimulatedTask task = scene.on(0, self -> self.compute(SHORT));
        scene.until(() -> scene.cpu(0).phase == Phase.RUNNING);
        final double work = task.work;
        final long began = scene.cpu(0).settledAt;
        scene.until(() -> task.state == State.DEAD);
        assertThat((double) (scene.simulation.now - began)).isCloseTo(2 * work, within(2.0));
    }

    @Test
    void aThreadOfAnotherCoreIsNotFelt() {
        final var scene = new Scene(Scene.machine(1, 1, 2, 2), "linux-6.5");
        scene.busy(0);
        scene.busy(2);
        scene.pass(SHORT);
        assertThat(scene.cpu(0).speed).isEqualTo(1);
    }

    @Test
    void anIdleCoreIsNotedOnEntryToIdleAndForgottenByASearchThatFindsNone() {
        final var scene = new Scene(Scene.machine(1, 1, 2, 2), "linux-6.5");
        final var table = scene.simulation.table;
        final SimulatedTask wakee = scene.asleepOn(0);
        scene.on(2);
        scene.busy(0);
        table.setHasIdleCores(0, false);
        scene.until(() -> scene.cpu(2).phase == Phase.IDLE);
        assertThat(table.hasIdleCores(0)).as("both threads of core 1 idle").isTrue();
        scene.busy(2);
        scene.until(() -> scene.cpu(0).phase == Phase.RUNNING && scene.cpu(2).phase == Phase.RUNNING);
        assertThat(table.hasIdleCores(0)).as("believed until a search fails").isTrue();
        scene.simulation.wakePath.begin(scene.cpu(2), wakee, WakeUp.TTWU);
        assertThat(table.hasIdleCores(0)).isFalse();
        assertThat(scene.cpu(2).target).as("a thread of a core that is half busy").isIn(1, 3);
    }

    @Test
    void aThreadThatRestsBesideABusySiblingIsNoIdleCore() {
        final var scene = new Scene(Scene.machine(1, 1, 2, 2), "linux-6.5");
        scene.busy(0);
        scene.on(1);
        scene.until(() -> scene.cpu(0).phase == Phase.RUNNING && scene.cpu(1).phase == Phase.IDLE);
        assertThat(scene.simulation.table.hasIdleCores(0)).isFalse();
    }
}
