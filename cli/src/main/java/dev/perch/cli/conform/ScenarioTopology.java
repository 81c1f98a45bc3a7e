package dev.perch.cli.conform;

import dev.perch.scheduler.Policy;
import dev.perch.topology.DomainRules;
import dev.perch.topology.SchedDomains;
import dev.perch.topology.Topology;
import dev.perch.topology.TopologySpec;
import dev.perch.topology.UnknownNameException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Machines that scenarios describe by counts; the last few are kept, for neighbours in a file share theirs. */
final class ScenarioTopology {
    private static final int KEPT = 32;
    private static final int MOST_CPUS = 4096;
    private static final Map<Key, SchedDomains> CACHE = new LinkedHashMap<>(KEPT, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(final Map.Entry<Key, SchedDomains> eldest) {
            return size() > KEPT;
        }
    };

    private record Key(TopologySpec spec, List<Integer> capacities, DomainRules rules) {}

    private ScenarioTopology() {}

    /** The sched domains that the kernel of {@code policy} builds on the machine of {@code scenario}. */
    static SchedDomains domains(final Scenario scenario, final Policy policy) {
        if (!scenario.has("topology")) {
            throw new IllegalArgumentException("'topology' is missing");
        }
        final TopologySpec spec = spec(scenario);
        if (spec.cpus() > MOST_CPUS) {
            throw new IllegalArgumentException(
                    "'topology' has " + spec.cpus() + " CPUs; a scenario may have up to " + MOST_CPUS);
        }
        final int[] capacities = scenario.numbers("cap_orig", spec.cpus(), Topology.FULL_CAPACITY);
        final var key = new Key(spec, IntStream.of(capacities).boxed().toList(), policy.domainRules());
        synchronized (CACHE) {
            return CACHE.computeIfAbsent(key,
                    k -> SchedDomains.build(k.spec.toTopology(capacities), k.rules));
        }
    }

    private static TopologySpec spec(final Scenario scenario) {
        final String numbering = scenario.has("topology.numbering") ? scenario.text("topology.numbering") : "seq";
        if (!numbering.equals("seq") && !numbering.equals("sib")) {
            throw new UnknownNameException("topology.numbering", numbering, List.of("seq", "sib"));
        }
        return new TopologySpec(scenario.has("topology.name") ? scenario.text("topology.name") : "machine",
                count(scenario, "sockets"), count(scenario, "numa_per_socket"), count(scenario, "llcs_per_numa"),
                count(scenario, "clusters_per_llc"), count(scenario, "cores_per_cluster"), count(scenario, "smt"),
                scenario.bool("topology.cluster", false), numbering.equals("sib"),
                scenario.number("topology.dist_same_socket", 12, 10, Topology.MAX_DISTANCE),
                scenario.number("topology.dist_cross_socket", 20, 10, Topology.MAX_DISTANCE),
                scenario.number("topology.node_reclaim_distance", Topology.RECLAIM_DISTANCE, 10,
                        Topology.MAX_DISTANCE));
    }

    private static int count(final Scenario scenario, final String name) {
        return scenario.number("topology." + name, 1, 1, MOST_CPUS);
    }
}
