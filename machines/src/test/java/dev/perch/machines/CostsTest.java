package dev.perch.machines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.perch.topology.Architecture;
import dev.perch.topology.Topology;
import dev.perch.topology.TopologySpec;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

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
        assertThat(machine.costsFrom()).isEqualTo("epyc-milan: the nearest in the catalogue (CPUs 256 instead of 128)");
    }

    @Test
    void aMachineWithSiblingsTakesThoseOfOneThatHasThem() {
        final Machine machine = machine(
                new TopologySpec("mine", 4, 1, 1, 1, 8, 2, false, false, 10, 21, 21).toTopology());
        assertThat(machine.costsFrom()).startsWith("xeon-192: the nearest in the catalogue (");
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
