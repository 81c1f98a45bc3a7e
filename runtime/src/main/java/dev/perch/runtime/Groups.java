package dev.perch.runtime;

import dev.perch.topology.CpuSet;
import dev.perch.topology.Topology;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The groups of one scheduler: a new one gets the LLC that fewest others prefer, of equals the largest. */
final class Groups {
    private final List<CpuSet> llcs;
    private final CpuSet cpus;
    private final Map<String, PreferredLlc> byName = new ConcurrentHashMap<>();

    Groups(final Topology topology, final CpuSet cpus) {
        this.cpus = cpus;
        llcs = topology.llcs().sets().stream().map(cpus::and).filter(llc -> !llc.isEmpty()).toList();
    }

    /** The group called {@code name}, made if there is none. */
    synchronized PreferredLlc named(final String name) {
        return byName.computeIfAbsent(name, key -> new PreferredLlc(leastPreferred(), cpus));
    }

    private CpuSet leastPreferred() {
        return llcs.stream().min(Comparator.comparingLong(this::groupsOn)
                .thenComparing(Comparator.comparingInt(CpuSet::size).reversed())).orElseThrow();
    }

    private long groupsOn(final CpuSet llc) {
        return byName.values().stream().filter(group -> group.llc().equals(llc)).count();
    }

    /** Has each group look at the load of its LLC. */
    void review(final LiveRunqueues runqueues) {
        for (final PreferredLlc group : byName.values()) {
            group.review(runqueues.sumUtilization(group.llc()));
        }
    }
}
