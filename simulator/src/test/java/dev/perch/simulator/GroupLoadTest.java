package dev.perch.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perch.topology.Distance;
import org.junit.jupiter.api.Test;

class GroupLoadTest {
    private static final long ATOMIC = 6;
    private static final long NOW = Simulation.START;
    private static final long MILLISECOND = 1_000_000;

    private final Scene scene = new Scene(Scene.machine(1, 1, 4, 1), "linux-6.5");
    private final GroupLoad load = scene.simulation.groupLoad;
    private final double flight = scene.simulation.hardware.lineLatency(0, 1);

    @Test
    void anAtomicWaitsForTheOneBeforeIt() {
        assertThat(load.toEnqueue(scene.cpu(0), true, NOW)).isEqualTo(ATOMIC);
        final double served = ATOMIC + Math.round(flight);
        assertThat(load.toEnqueue(scene.cpu(1), true, NOW)).isEqualTo(flight + ATOMIC + served);
        assertThat(load.toEnqueue(scene.cpu(2), true, NOW)).isEqualTo(flight + ATOMIC + 2 * served);
    }

    @Test
    void anAtomicThatComesLaterTakesTheLinesFlightAlone() {
        load.toEnqueue(scene.cpu(0), true, NOW);
        assertThat(load.toEnqueue(scene.cpu(1), true, NOW + MILLISECOND)).isEqualTo(
                flight + ATOMIC + Math.round(flight));
        assertThat(load.toEnqueue(scene.cpu(1), true, NOW + 2 * MILLISECOND)).as("the line is there").isEqualTo(ATOMIC);
    }

    @Test
    void aReadTakesTheLinesFlightOnceAfterEachWrite() {
        assertThat(load.toEnqueue(scene.cpu(1), false, NOW)).as("never written").isZero();
        load.toEnqueue(scene.cpu(0), true, NOW);
        assertThat(load.toEnqueue(scene.cpu(1), false, NOW)).isEqualTo(
                scene.simulation.hardware.lineLatency(0, 1)).isPositive();
        assertThat(load.toEnqueue(scene.cpu(1), false, NOW)).isZero();
        assertThat(scene.simulation.hardware.distance(0, 1)).isEqualTo(Distance.CLUSTER.ordinal());
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
