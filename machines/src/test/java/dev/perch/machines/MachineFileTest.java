package dev.perch.machines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.perch.topology.CpuSet;
import dev.perch.topology.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Perch's own machine file: what it takes, what it refuses, and that a written one reads back equal. */
class MachineFileTest {
    private static final String SMALL = """
            name: small
            architecture: x86_64
            topology:
              cpus: 0-3
              cores: ["0,2", "1,3"]
              llcs: [0-3]
              nodes: {1: 0-3}
            """;

    static Stream<String> names() {
        return Catalogue.names().stream();
    }

    @ParameterizedTest
    @MethodSource("names")
    void aWrittenMachineReadsBackEqual(final String name) {
        readsBackEqual(Catalogue.machine(name));
    }

    @Test
    void everyRealMachineReadsBackEqual() throws IOException {
        try (Stream<Path> files = Files.list(Shared.path("topologies"))) {
            for (final Path file : files
                    .filter(one -> one.toString().matches(".*(gz|bz2|xml)"))
                    .toList()) {
                readsBackEqual(Machines.find(file.toString()));
            }
        }
    }

    private static void readsBackEqual(final Machine machine) {
        final Machine back = MachineFile.read("back", machine.toFile());
        final Topology one = machine.topology();
        final Topology other = back.topology();
        assertThat(other.name()).isEqualTo(one.name());
        assertThat(back.about()).isEqualTo(machine.about());
        assertThat(back.costsFrom()).isEqualTo(machine.costsFrom());
        assertThat(other.architecture()).isEqualTo(one.architecture());
        assertThat(other.cpus()).isEqualTo(one.cpus());
        assertThat(
                List.of(other.cores(), other.clusters(), other.llcs(), other.dies(), other.packages(), other.nodes()))
                .isEqualTo(List.of(one.cores(), one.clusters(), one.llcs(), one.dies(), one.packages(), one.nodes()));
        assertThat(other.outerLevels()).isEqualTo(one.outerLevels());
        assertThat(other.reclaimDistance()).isEqualTo(one.reclaimDistance());
        assertThat(other.caches()).containsExactlyInAnyOrderElementsOf(one.caches());
        one.cpus().forEach(cpu -> assertThat(other.capacity(cpu)).isEqualTo(one.capacity(cpu)));
        for (int node = 0; node < one.nodes().count(); node++) {
            assertThat(other.nodes().id(node)).isEqualTo(one.nodes().id(node));
            for (int to = 0; to < one.nodes().count(); to++) {
                assertThat(other.nodeDistance(node, to)).isEqualTo(one.nodeDistance(node, to));
            }
        }
        assertThat(back.costs().map(HardwareCosts::figures)).isEqualTo(machine.costs().map(HardwareCosts::figures));
        assertThat(back.costs().map(HardwareCosts::caches)).isEqualTo(machine.costs().map(HardwareCosts::caches));
        assertThat(back.costs().map(HardwareCosts::idleStates))
                .isEqualTo(machine.costs().map(HardwareCosts::idleStates));
    }

    @Test
    void setsOfCpusMakeAMachine() {
        final Topology topology = MachineFile.read("m.yaml", SMALL).topology();
        assertThat(topology.cores().around(0)).hasToString("0,2");
        assertThat(topology.clusters()).isEqualTo(topology.cores());
        assertThat(topology.nodes().id(0)).isEqualTo(1);
    }

    @Test
    void aCpuInTwoCoresIsRefusedAtItsLine() {
        assertThatThrownBy(() -> MachineFile.read("m.yaml", SMALL.replace("1,3", "2,3")))
                .hasMessage("m.yaml:5: topology.cores[1]: impossible machine: CPUs 2 are in two of these");
    }

    @Test
    void aCoreInTwoLlcsIsRefused() {
        assertThatThrownBy(() -> MachineFile.read("m.yaml", SMALL.replace("llcs: [0-3]", "llcs: [\"0,1\", \"2,3\"]")))
                .hasMessageStartingWith(
                        "m.yaml:4: topology: impossible machine: the core of CPUs 0,2 lies in more than");
    }

    /** As in phones, whose firmware makes each cluster of the one LLC a package. */
    @Test
    void anLlcMayHoldWholePackages() {
        final Topology topology = MachineFile.read("m.yaml", SMALL
                .replace("llcs: [0-3]", "llcs: [0-3]\n  packages: [\"0,2\", \"1,3\"]")).topology();
        assertThat(topology.llcs().sets()).containsExactly(CpuSet.parse("0-3"));
        assertThat(topology.packages().count()).isEqualTo(2);
    }

    @Test
    void withoutLlcsAnArmPackageSharesOneAndAnX86CoreHasItsOwn() {
        final String none = SMALL.replace("  llcs: [0-3]\n", "");
        assertThat(MachineFile.read("m.yaml", none).topology().llcs().count()).isEqualTo(2);
        assertThat(MachineFile.read("m.yaml", none.replace("x86_64", "aarch64")).topology().llcs().count())
                .isEqualTo(1);
    }

    @Test
    void distancesThatNoFirmwareTellsAreRefused() {
        final String two = SMALL.replace("llcs: [0-3]", "llcs: [\"0,2\", \"1,3\"]")
                .replace("{1: 0-3}", "[\"0,2\", \"1,3\"]");
        assertThatThrownBy(() -> MachineFile.read("m.yaml", two + "  distances: [[20, 10], [10, 20]]\n")).hasMessage(
                "m.yaml:4: topology: impossible machine: distance 20 from node 0 to itself; it is always 10");
        assertThatThrownBy(() -> MachineFile.read("m.yaml", two + "  distances: [[10]]\n")).hasMessage(
                "m.yaml:8: topology.distances: node 1 has no row: give one to each of the 2 nodes");
    }

    @Test
    void partsThatOverlapInPartAreRefused() {
        final String three = SMALL.replace("cpus: 0-3", "cpus: 0-5").replace("\"1,3\"]", "\"1,3\", \"4,5\"]")
                .replace("{1: 0-3}", "{1: 0-5}");
        assertThatThrownBy(() -> MachineFile.read("m.yaml", three
                .replace("llcs: [0-3]", "clusters: [0-3, \"4,5\"]\n  llcs: [\"0,2\", \"1,3-5\"]")))
                .hasMessage("m.yaml:4: topology: impossible machine: the cluster of CPUs 0-3 lies across more than one "
                        + "LLC, in part");
        assertThatThrownBy(() -> MachineFile.read("m.yaml", SMALL
                .replace("nodes: {1: 0-3}", "nodes: {1: \"0,2\", 2: \"1,3\"}")))
                .hasMessage("m.yaml:4: topology: impossible machine: the LLC of CPUs 0-3 lies in more than one node");
    }

    @Test
    void aMistypedKeyOffersTheNearestRightOne() {
        assertThatThrownBy(() -> MachineFile.read("m.yaml", SMALL.replace("llcs", "lccs")))
                .hasMessage("m.yaml:6: topology.lccs: unknown key: did you mean 'llcs'?");
    }

    @Test
    void countsMustBePositiveAndNotTooMany() {
        final String counts = "name: x\narchitecture: x86_64\ntopology:\n  packages: %s\n  cores: 200\n";
        assertThatThrownBy(() -> MachineFile.read("m.yaml", counts.formatted("0")))
                .hasMessageStartingWith("m.yaml:4: ");
        assertThatThrownBy(() -> MachineFile.read("m.yaml", counts.formatted("16000")))
                .hasMessage("m.yaml:5: topology.cores: makes more than 16384 CPUs");
    }

    @Test
    void aFigureNeedsItsSource() {
        final String file = SMALL + "costs:\n  clock: {frequency: 3}\n  caches: {source: x, levels: []}\n";
        assertThatThrownBy(() -> MachineFile.read("m.yaml", file))
                .hasMessage("m.yaml:9: costs.clock: needs a 'source', or its reasoning under 'estimate'");
    }

    @Test
    void nestingAndAliasesAreBounded() {
        assertThatThrownBy(() -> MachineFile.read("m.yaml", "name: " + "[".repeat(100_000)))
                .isInstanceOf(IllegalArgumentException.class).hasMessageStartingWith("m.yaml");
        assertThatThrownBy(() -> MachineFile.read("m.yaml", "name: &a [*a, *a]\n"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
