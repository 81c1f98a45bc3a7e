package dev.perch.machines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.perch.topology.Architecture;
import dev.perch.topology.Topology;
import dev.perch.topology.TopologySpec;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whose costs a machine takes that has none of its own. */
class CostsTest {
    private static Machine machine(final Topology topology) {
        return Costs.matched(new Machine(topology, "", Optional.empty()));
    }

    @Test
    void theSameShapeTakesItsTwins() {
        final Machine machine = machine(
                new TopologySpec("mine", 2, 1, 8, 1, 8, 2, false, false, 10, 32, 32).toTopology());
        assertThat(machine.costsFrom()).isEqualTo("epyc-milan: the same shape");
        assertThat(machine.requireCosts().clockGigahertz()).isEqualTo(3.2);
    }

    @Test
    void anotherShapeTakesTheNearestAndSaysWhereItDiffers() {
        final Machine machine = machine(
                new TopologySpec("mine", 1, 1, 8, 1, 8, 2, false, true, 10, 32, 32).toTopology());
        assertThat(machine.costsFrom()).isEqualTo("epyc-milan: the nearest in the catalogue (cores 128 instead of 64)");
    }

    @Test
    void aMachineWithSiblingsTakesThoseOfOneThatHasThem() {
        final Machine machine = machine(
                new TopologySpec("mine", 4, 1, 1, 1, 8, 2, false, false, 10, 21, 21).toTopology());
        assertThat(machine.costsFrom()).startsWith("xeon-192: the nearest in the catalogue (");
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 1, 8, 2, 32, epyc-milan, a Zen of one LLC", "1, 4, 1, 4, 2, 30, epyc-milan, several LLCs a node",
            "2, 8, 1, 8, 1, 32, epyc-milan, a Zen without SMT", "1, 1, 1, 8, 2, 30, xeon-192, one small LLC",
            "2, 1, 1, 60, 2, 30, xeon-112cpu-llc, one large LLC", "2, 1, 1, 12, 1, 30, xeon-192, no SMT",
            "1, 2, 4, 2, 1, 32, jacobsville, clusters even of a Zen"})
    void theNearestIsOfItsKind(final int packages, final int llcs, final int clusters, final int cores,
            final int threads, final int reclaimDistance, final String nearest, final String kind) {
        final Machine machine = machine(new TopologySpec("mine", packages, 1, llcs, clusters, cores, threads,
                clusters > 1, false, 10, 20, reclaimDistance).toTopology());
        assertThat(machine.costsFrom()).as(kind).startsWith(nearest + ": ");
    }

    @Test
    void anArchitectureThatTheCatalogueLacksAsksForCosts() throws IOException {
        final Machine machine = machine(Topology.builder("power").architecture(Architecture.PPC64)
                .cpu(0, new Topology.Place(0, 0, 0, 0, 0, 0, 1024)).build());
        assertThatThrownBy(machine::requireCosts).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("name one with --costs (epyc-milan, ");
        assertThat(machine.withCostsOf("kunpeng920").requireCosts().clockGigahertz()).isEqualTo(2.6);
    }
}
