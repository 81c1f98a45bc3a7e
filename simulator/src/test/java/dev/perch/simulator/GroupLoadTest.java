package dev.perch.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GroupLoadTest {
    private static final long ATOMIC = 6;
    private static final long NOW = Simulation.START;
    private static final long MILLISECOND = 1_000_000;

    private final Scene scene = new Scene(Scene.machine(1, 1, 4, 1), "linux-6.5");
    private final GroupLoad load = scene.simulation.groupLoad;
    private final double flight = Math.round(scene.simulation.hardware.lineLatency(0, 1));

    @Test
    void anAtomicWaitsForTheOneBeforeIt() {
        assertThat(load.write(scene.cpu(0), NOW)).isEqualTo(ATOMIC);
        assertThat(load.write(scene.cpu(1), NOW)).isEqualTo(ATOMIC + (ATOMIC + flight));
        assertThat(load.write(scene.cpu(2), NOW)).isEqualTo(ATOMIC + 2 * (ATOMIC + flight));
    }

    @Test
    void anAtomicThatComesLaterTakesTheLinesFlightAlone() {
        load.write(scene.cpu(0), NOW);
        assertThat(load.write(scene.cpu(1), NOW + MILLISECOND)).isEqualTo(ATOMIC + flight);
        assertThat(load.write(scene.cpu(1), NOW + 2 * MILLISECOND)).as("the line is there").isEqualTo(ATOMIC);
        assertThat(load.read(scene.cpu(1), NOW + 2 * MILLISECOND)).as("and the sum with it").isZero();
    }

    @Test
    void theFirstReadAfterAnAtomicMovesTheLineAndOthersShareIt() {
        assertThat(load.read(scene.cpu(1), NOW)).as("never written").isZero();
        load.write(scene.cpu(0), NOW);
        final long later = NOW + MILLISECOND;
        assertThat(load.read(scene.cpu(1), later)).isEqualTo(flight);
        assertThat(load.read(scene.cpu(1), later)).as("it has it").isZero();
        assertThat(load.read(scene.cpu(2), later)).as("after the move, at once").isEqualTo(2 * flight);
        assertThat(load.read(scene.cpu(3), later + MILLISECOND)).isEqualTo(flight);
    }

    @Test
    void aTaskThatTakesTheOnesPlaceThatLeftAddsNothing() {
        final var pair = new Scene(Scene.machine(1, 1, 2, 1), "linux-5.19");
        final SimulatedTask left = pair.asleepOn(0);
        final SimulatedTask comes = pair.asleepOn(1);
        pair.cpu(0).runqueue.averageTo(pair.simulation.now);
        assertThat(comes.entity.average.loadAvg).isPositive();
        assertThat(pair.cpu(0).runqueue.addsToGroup(comes.entity, pair.simulation.now)).isTrue();
        left.entity.average.loadAvg = comes.entity.average.loadAvg;
        pair.cpu(0).runqueue.departAsleep(left.entity);
        assertThat(pair.cpu(0).runqueue.addsToGroup(comes.entity, pair.simulation.now)).isFalse();
    }

    @Test
    void since67aCpuWritesAtMostOnceAMillisecond() {
        final var before = new Scene(Scene.machine(1, 1, 1, 1), "linux-6.5");
        final var since = new Scene(Scene.machine(1, 1, 1, 1), "linux-6.12");
        for (int task = 0; task < 8; task++) {
            before.busy(0);
            since.busy(0);
        }
        assertThat(before.cpu(0).runqueue.groupWrites()).as("each task adds more than a 64th").isEqualTo(8);
        assertThat(since.cpu(0).runqueue.groupWrites()).isEqualTo(1);
        since.pass(20 * MILLISECOND);
        assertThat(since.cpu(0).runqueue.groupWrites()).as("the rest is added later").isBetween(2L, 20L);
    }
}
