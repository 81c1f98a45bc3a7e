package dev.perch.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perch.scheduler.WakeUp;
import org.junit.jupiter.api.Test;

/** Cases told with SIS_UTIL's patch and its discussion. */
class SearchLimitTest {
    private static final long SECOND = 1_000_000_000;
    private static final int IDLE = 7;

    @Test
    void anIdleCpuThatNoSearchSeesIsFilledByItsOwnNewlyIdleBalance() {
        final var scene = new Scene(Scene.machine(1, 1, 8, 1), "linux-5.19+SIS_UTIL");
        for (int cpu = 0; cpu < IDLE; cpu++) {
            scene.busy(cpu);
        }
        final SimulatedTask sleeper = scene.asleepOn(0);
        scene.pass(2 * SECOND);
        assertThat(scene.simulation.table.nrIdleScan(0)).as("seven of eight CPUs busy: 87.5 %").isZero();
        assertThat(scene.simulation.table.isAvailableIdle(IDLE)).isTrue();
        scene.simulation.searches.forget();
        scene.simulation.wakePath.begin(scene.cpu(1), sleeper, WakeUp.TTWU);
        assertThat(scene.cpu(1).target).isNotEqualTo(IDLE);
        assertThat(scene.simulation.searches.domainSearches()).isOne();
        assertThat(scene.simulation.searches.scanned()).as("the search, and no runqueue").isOne();
        scene.until(() -> sleeper.state == SimulatedTask.State.RUNNABLE);
        final SimulatedTask passer = scene.on(IDLE, self -> self.compute(1000));
        scene.until(() -> passer.state == SimulatedTask.State.DEAD && scene.cpu(IDLE).current != null);
    }
}
