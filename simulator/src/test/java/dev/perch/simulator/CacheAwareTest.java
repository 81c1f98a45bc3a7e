package dev.perch.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CacheAwareTest {
    private static final long MILLISECOND = 1_000_000;
    private static final String AWARE = "linux-6.14+SCHED_CACHE";

    /** Two LLCs of two CPUs each. */
    private static Scene scene(final String policy) {
        return new Scene(Scene.machine(2, 1, 2, 1), policy);
    }

    @Test
    void aProcessPrefersTheCpuWhereItHasRunOnceATickHasHadItScanned() {
        final Scene scene = scene(AWARE);
        final SimulatedTask runner = scene.busy(2);
        assertThat(runner.mm.preferredCpu).isEqualTo(-1);
        scene.until(() -> runner.mm.preferredCpu == 2);
        assertThat(runner.mm.occupancy(3)).as("an LLC's CPUs share its average").isEqualTo(runner.mm.occupancy(2))
                .isPositive();
        assertThat(runner.mm.occupancy(0)).isZero();
    }

    @Test
    void aProcessThatRestsLongerThanFiveEpochsIsForgottenWhenItRunsAgain() {
        final Scene scene = scene(AWARE);
        final SimulatedTask sleeper = scene.on(2, self -> self.compute(30 * MILLISECOND),
                self -> self.sleep(100 * MILLISECOND), self -> self.compute(MILLISECOND),
                self -> self.sleep(MILLISECOND));
        scene.until(() -> sleeper.mm.preferredCpu == 2);
        scene.pass(100 * MILLISECOND);
        assertThat(sleeper.mm.preferredCpu).isEqualTo(2);
        scene.until(() -> sleeper.mm.preferredCpu == -1);
    }

    @Test
    void otherProcessesDecideBetweenLlcsThatOneProcessFills() {
        final Scene scene = scene(AWARE);
        final SimulatedTask runner = scene.busy(0);
        for (int cpu = 1; cpu < 4; cpu++) {
            scene.busy(cpu).mm = runner.mm;
        }
        scene.until(() -> runner.mm.occupancy(0) > runner.mm.occupancy(2));
        scene.until(() -> runner.mm.occupancy(0) < runner.mm.occupancy(2));
    }

    @Test
    void otherKernelsKeepNoAccounts() {
        final Scene scene = scene("linux-6.14");
        final SimulatedTask runner = scene.busy(2);
        scene.pass(50 * MILLISECOND);
        assertThat(runner.mm.preferredCpu).isEqualTo(-1);
        assertThat(runner.mm.occupancy(2)).isEqualTo(-1);
    }

    @Test
    void dataArePaidForWhereTheyAreTouchedNotWhereTheirTaskArrives() {
        final Scene scene = scene("linux-6.14");
        final DataSet data = scene.simulation.data(1 << 18);
        final Hardware hardware = scene.simulation.hardware;
        assertThat(data.refill(scene.cpu(0), hardware)).as("nothing is lost before the first use").isZero();
        assertThat(data.refill(scene.cpu(0), hardware)).isZero();
        final double near = data.refill(scene.cpu(1), hardware);
        final double far = data.refill(scene.cpu(2), hardware);
        assertThat(near).as("another core's own caches are cold").isPositive();
        assertThat(far).as("so is another LLC").isGreaterThan(near);
    }
}
