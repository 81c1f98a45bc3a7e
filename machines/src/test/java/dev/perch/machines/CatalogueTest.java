package dev.perch.machines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.perch.topology.Architecture;
import dev.perch.topology.Distance;
import dev.perch.topology.Topology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The machines that come with Perch. */
class CatalogueTest {
    @ParameterizedTest
    @CsvSource({"kunpeng920, 128, 128, 32, 4, 4, 2", "kunpeng920-24, 96, 96, 24, 4, 4, 2",
            "jacobsville, 24, 24, 6, 1, 1, 1",
            "xeon-112cpu-llc, 224, 112, 112, 2, 2, 2", "xeon-192, 192, 96, 96, 4, 4, 4",
            "epyc-milan, 256, 128, 128, 16, 2, 2", "xeon-4x80, 320, 320, 320, 4, 1, 4"})
    void aMachineHasItsParts(final String name, final int cpus, final int cores, final int clusters, final int llcs,
            final int nodes, final int packages) {
        final Topology topology = Catalogue.machine(name).topology();
        assertThat(topology.name()).isEqualTo(name);
        assertThat(topology.cpus().size()).isEqualTo(cpus);
        assertThat(topology.cores().count()).isEqualTo(cores);
        assertThat(topology.clusters().count()).isEqualTo(clusters);
        assertThat(topology.llcs().count()).isEqualTo(llcs);
        assertThat(topology.nodes().count()).isEqualTo(nodes);
        assertThat(topology.packages().count()).isEqualTo(packages);
    }

    @Test
    void theStudiesMachinesAreAllThere() {
        assertThat(Catalogue.names()).containsExactly("epyc-milan", "jacobsville", "kunpeng920", "kunpeng920-24",
                "xeon-112cpu-llc", "xeon-192", "xeon-4x80", "zen4-guest");
    }

    static Iterable<String> names() {
        return Catalogue.names();
    }

    @ParameterizedTest
    @MethodSource("names")
    void fartherHandOversNeverCostLess(final String name) {
        final HardwareCosts costs = Catalogue.machine(name).costs().orElseThrow();
        for (int i = 1; i < Distance.values().length; i++) {
            final Distance near = Distance.values()[i - 1];
            final Distance far = Distance.values()[i];
            assertThat(costs.lineLatencyNanos(far)).isPositive().isGreaterThanOrEqualTo(costs.lineLatencyNanos(near));
            assertThat(costs.lineTurnNanos(far)).isPositive().isGreaterThanOrEqualTo(costs.lineTurnNanos(near));
            assertThat(costs.memoryLatencyNanos(far)).isGreaterThanOrEqualTo(costs.memoryLatencyNanos(near));
            assertThat(costs.portBytesPerNano(far)).isPositive();
        }
        assertThat(costs.lineLatencyNanos(Distance.SAME_CPU)).isZero();
        assertThat(costs.caches()).isSortedAccordingTo((a, b) -> Long.compare(a.bytes(), b.bytes()));
        assertThat(costs.idleStates()).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("names")
    void everyFigureNamesItsSource(final String name) {
        final HardwareCosts costs = Catalogue.machine(name).costs().orElseThrow();
        assertThat(costs.figures()).allSatisfy(figures -> assertThat(figures.source()).isNotBlank());
        assertThat(costs.cacheSource()).isNotBlank();
        assertThat(costs.idleSource()).isNotBlank();
    }

    @Test
    void kunpengsDiesAreNodesWithTheFirmwaresDistances() {
        final Topology topology = Catalogue.machine("kunpeng920-24").topology();
        assertThat(topology.architecture()).isEqualTo(Architecture.AARCH64);
        assertThat(topology.clusters().around(5)).hasToString("4-7");
        assertThat(topology.nodes().around(24)).hasToString("24-47");
        assertThat(new int[]{topology.nodeDistance(0, 1), topology.nodeDistance(0, 2), topology.nodeDistance(0, 3),
                topology.nodeDistance(2, 3), topology.nodeDistance(1, 3)}).containsExactly(12, 20, 22, 12, 24);
    }

    @Test
    void aSiblingsNumberIsPastAllCores() {
        assertThat(Catalogue.machine("xeon-112cpu-llc").topology().cores().around(3)).hasToString("3,115");
        assertThat(Catalogue.machine("epyc-milan").topology().llcs().around(9)).hasToString("8-15,136-143");
    }

    @Test
    void withNumaOffOneNodeSpansThePackages() {
        final Topology topology = Catalogue.machine("xeon-4x80").topology();
        assertThat(topology.distance(0, 79)).isEqualTo(Distance.LLC);
        assertThat(topology.distance(0, 80)).isEqualTo(Distance.NODE);
    }

    @Test
    void anUnknownMachineOffersTheNearestName() {
        assertThatThrownBy(() -> Catalogue.machine("kunpeng92"))
                .hasMessage("unknown machine 'kunpeng92': did you mean 'kunpeng920'?");
        assertThatThrownBy(() -> Catalogue.machine("../catalogue/kunpeng920")).hasMessageContaining("unknown machine");
    }
}
