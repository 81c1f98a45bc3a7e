package dev.perch.simulator.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.perch.machines.Catalogue;
import dev.perch.machines.HardwareCosts;
import dev.perch.machines.Machine;
import dev.perch.scheduler.Policies;
import dev.perch.simulator.Metric;
import dev.perch.simulator.Run;
import dev.perch.simulator.Workload;
import dev.perch.simulator.Workloads;
import dev.perch.topology.CpuSet;
import dev.perch.topology.Distance;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class StreamBandwidthTest {
    private static final Machine MILAN = Catalogue.machine("epyc-milan");
    private static final HardwareCosts COSTS = MILAN.requireCosts();
    /** Of three arrays' lines that Copy moves, it counts two. */
    private static final double COUNTED = 2e3 / 3;

    private static Workload workload(final String name) {
        return Workloads.parse(name, StreamBandwidthTest.class.getClassLoader());
    }

    private static double copy(final int threads, final CpuSet cpus) {
        final Workload workload = workload("stream:repeats=3,array=256");
        return new Run(MILAN, cpus, Policies.kernels().named("linux-6.14"), workload, threads, 1, workload.span())
                .make().values().getFirst();
    }

    @Test
    void oneThreadGetsWhatItsCoreCanFetch() {
        assertThat(copy(1, MILAN.topology().cpus())).isCloseTo(COSTS.coreMemoryBytesPerNano() * COUNTED,
                Percentage.withPercentage(3));
    }

    @Test
    void theThreadsOfAnLlcShareItsPort() {
        assertThat(copy(8, CpuSet.range(0, 7))).isCloseTo(COSTS.portBytesPerNano(Distance.NODE) * COUNTED,
                Percentage.withPercentage(3));
    }

    @Test
    void theThreadsOfANodeShareItsMemory() {
        assertThat(copy(64, CpuSet.range(0, 63))).isCloseTo(COSTS.nodeMemoryBytesPerNano() * COUNTED,
                Percentage.withPercentage(3));
    }

    private static double triad(final String policy) {
        final Workload workload = workload("stream:repeats=3,array=976");
        return new Run(MILAN, MILAN.topology().cpus(), Policies.kernels().named(policy), workload, 16, 1,
                workload.span()).make().values().getLast();
    }

    @Test
    void threadsThatSleepAfterTheFirstTouchWakeInOneLlcUnderSchedCache() {
        final double apart = triad("linux-6.14");
        assertThat(apart).isGreaterThan(3 * COSTS.portBytesPerNano(Distance.NODE) * 1e3);
        assertThat(triad("linux-6.14+SCHED_CACHE")).isLessThan(apart / 2);
    }

    @Test
    void theBestRepetitionOfEachKernelCounts() {
        final Workload workload = workload("stream");
        assertThat(workload.metrics()).extracting(Metric::name).containsExactly("copy", "scale", "add", "triad");
        final var values = new Run(MILAN, CpuSet.range(0, 7), Policies.kernels().named("linux-6.14"),
                workload("stream:repeats=2,array=64"), 8, 1, workload.span()).make().values();
        assertThat(values.get(2) / values.get(0)).as("three of four arrays counted, not two of three")
                .isCloseTo(9.0 / 8, within(0.05));
    }
}
