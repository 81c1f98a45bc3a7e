package dev.perch.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.perch.machines.Catalogue;
import dev.perch.scheduler.Policies;
import dev.perch.simulator.workload.Hackbench;
import dev.perch.topology.CpuSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** hackbench pinned by hand to four CPUs of a Kunpeng 920 (Barry Song, RFC v3, January 2021). */
class KunpengTest {
    private static final double ONE_CLUSTER_SECONDS = 4.285;
    private static final double FOUR_CLUSTERS_SECONDS = 5.524;
    /** As near as the model comes: it is bistable, too quick inside a cluster and too slow across. */
    private static final double PERCENT = 50;
    private static final int SEEDS = 2;

    @Test
    void fourCpusOfOneClusterFinishBeforeFourOfFourClusters() {
        final double oneCluster = seconds("0-3");
        final double fourClusters = seconds("0,4,8,12");
        assertThat(oneCluster).isCloseTo(ONE_CLUSTER_SECONDS, withinPercentage(PERCENT));
        assertThat(fourClusters).isCloseTo(FOUR_CLUSTERS_SECONDS, withinPercentage(PERCENT))
                .isGreaterThan(oneCluster * 1.2);
    }

    private static double seconds(final String cpus) {
        final var hackbench = new Hackbench(Hackbench.Ipc.PIPE, Hackbench.Mode.THREADS, 20, 20_000);
        return LongStream.rangeClosed(1, SEEDS)
                .mapToDouble(seed -> new Run(Catalogue.machine("kunpeng920"), CpuSet.parse(cpus),
                        Policies.kernels().named("linux-5.10"), hackbench, 1, seed, Span.ofMillis(200, 400)).make()
                        .values().getFirst())
                .average().orElseThrow();
    }
}
