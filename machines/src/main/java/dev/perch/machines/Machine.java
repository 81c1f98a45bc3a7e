package dev.perch.machines;

import dev.perch.topology.Topology;

/**
 * A topology and its hardware costs.
 *
 * @param topology the CPUs and how they are divided
 */
public record Machine(Topology topology) {}
