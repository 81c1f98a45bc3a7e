package dev.perch.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.perch.machines.Catalogue;
import dev.perch.scheduler.Policies;
import dev.perch.topology.CpuSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private static final ClassLoader LOADER = ComparisonTest.class.getClassLoader();

    private static Comparison comparison(final String workload, final List<Integer> loads, final long seed) {
        final var policies = Policies.kernels();
        return new Comparison(Catalogue.machine("kunpeng920"), CpuSet.parse("0-31"), Workloads.parse(workload, LOADER),
                loads, List.of(policies.named("linux-6.5"), policies.named("linux-6.5+CLUSTER_SCAN")),
                new Settings(2, seed, Span.ofMillis(20, 30)));
    }

    private static String figures(final Comparison comparison, final int jobs) throws InterruptedException {
        final var text = new StringBuilder();
        comparison.make(jobs, (result, cpuNanos) -> {}).forEach(row -> row.cells().forEach(cell -> text.append(
                row.load()).append(' ').append(cell.mean()).append(' ').append(cell.stdPercent()).append(' ').append(
                        cell.searches().scanned())
                .append('\n')));
        return text.toString();
    }

    @Test
    void theSameSeedGivesTheSameFiguresOnAnyNumberOfThreads() throws InterruptedException {
        final var once = comparison("netperf", List.of(2, 40), 1);
        final String figures = figures(once, 1);
        assertThat(figures(once, 2)).isEqualTo(figures);
        assertThat(figures(once, 5)).isEqualTo(figures);
        assertThat(figures(comparison("netperf", List.of(2, 40), 9), 2)).isNotEqualTo(figures);
    }

    @Test
    void oneClientGainsFromBeingHandedItsRepliesInsideACluster() throws InterruptedException {
        final var row = comparison("tbench", List.of(1), 1).make(2, (result, cpuNanos) -> {}).getFirst();
        assertThat(row.metric().better()).isEqualTo(Metric.Better.HIGHER);
        assertThat(row.change(row.candidates().getFirst())).isBetween(8.0, 25.0);
    }

    @Test
    void aRunThatFindsTooLittleMemoryFailsAsThat() {
        final var comparison = comparison("netperf", List.of(1), 1);
        assertThatThrownBy(() -> comparison.make(2, (result, cpuNanos) -> {
            throw new OutOfMemoryError("by a test");
        })).isInstanceOf(OutOfMemoryError.class);
    }

    @Test
    void everyRunIsHeardOf() throws InterruptedException {
        final var heard = new java.util.concurrent.atomic.AtomicInteger();
        final var comparison = comparison("hackbench:fds=2", List.of(1, 2), 1);
        comparison.make(2, (result, cpuNanos) -> heard.incrementAndGet());
        assertThat(heard).hasValue(comparison.size()).hasValue(8);
    }
}
