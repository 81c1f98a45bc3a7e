package dev.perch.machines;

import dev.perch.topology.Topology;
import java.util.Optional;

/**
 * A topology and its hardware costs.
 *
 * @param topology the CPUs and how they are divided
 * @param about    what machine it is, in a line
 * @param costs    what its hardware charges; empty where neither the file tells nor the catalogue
 */
public record Machine(Topology topology, String about, Optional<HardwareCosts> costs) {}
