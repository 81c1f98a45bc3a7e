package dev.perch.scheduler;

import dev.perch.topology.TopologySpec;
import java.util.List;

/** Machines of every shape that placement tells apart. */
public final class Machines {
    private Machines() {}

    /** Clusters of 4 in LLCs of 12, two nodes; no SMT. */
    public static final TopologySpec CLUSTERS = new TopologySpec("clusters", 2, 1, 1, 3, 4, 1, true, false, 12, 20,
            30);

    /** All shapes. */
    public static final List<TopologySpec> ALL = List.of(CLUSTERS,
            new TopologySpec("clusters-smt", 1, 1, 2, 3, 2, 2, true, true, 12, 20, 30),
            new TopologySpec("chiplets-apart", 2, 1, 4, 1, 4, 2, false, true, 12, 32, 32),
            new TopologySpec("wide-apart", 2, 1, 1, 1, 56, 2, false, true, 12, 21, 30),
            new TopologySpec("wide-adjacent", 1, 1, 2, 1, 40, 2, false, false, 12, 20, 30),
            new TopologySpec("smt4", 1, 1, 2, 1, 6, 4, false, false, 12, 20, 30),
            new TopologySpec("flat", 1, 1, 1, 1, 16, 1, false, false, 12, 20, 30),
            new TopologySpec("pair", 1, 1, 1, 1, 1, 2, false, false, 12, 20, 30),
            new TopologySpec("no-llc", 1, 1, 4, 1, 1, 1, false, false, 12, 20, 30),
            new TopologySpec("single", 1, 1, 1, 1, 1, 1, false, false, 12, 20, 30));
}
