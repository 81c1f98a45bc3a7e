package dev.perch.machines;

import dev.perch.topology.Topology;
import java.io.IOException;
import java.util.Optional;

/**
 * A topology and its hardware costs.
 *
 * @param topology  the CPUs and how they are divided
 * @param about     what machine it is, in a line; may be empty
 * @param costs     what its hardware charges; empty where neither the file tells nor the catalogue
 * @param costsFrom whose costs they are, where they are another machine's; else empty
 */
public record Machine(Topology topology, String about, Optional<HardwareCosts> costs, String costsFrom) {
    /** A machine with costs of its own, or none. */
    Machine(final Topology topology, final String about, final Optional<HardwareCosts> costs) {
        this(topology, about, costs, "");
    }

    /** The machine's name, for people. */
    public String name() {
        return topology.name();
    }

    /** The costs; an {@link IllegalArgumentException} that asks for {@code --costs} where there are none. */
    public HardwareCosts requireCosts() {
        return costs.orElseThrow(() -> new IllegalArgumentException("nothing tells what " + name()
                + "'s hardware charges, and the catalogue has no machine of its architecture: name one with --costs ("
                + String.join(", ", Catalogue.names()) + ")"));
    }

    /** This machine with the costs of the one that {@code other} names, as {@link Machines#find} finds it. */
    public Machine withCostsOf(final String other) throws IOException {
        final Machine source = Machines.find(other);
        return new Machine(topology, about, Optional.of(source.requireCosts()), source.name() + ", as named");
    }

    /** This machine, its costs as {@code variation} takes them. */
    public Machine varied(final Variation variation) {
        return new Machine(topology, about, costs.map(known -> known.varied(variation)), costsFrom);
    }

    /** This machine as Perch's own machine file, which reads back equal. */
    public String toFile() {
        return MachineWriter.text(this);
    }
}
