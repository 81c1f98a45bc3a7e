package dev.perch.runtime;

import dev.perch.topology.CpuSet;
import dev.perch.topology.Topology;
import java.util.Comparator;
import java.util.List;

/**
 * Which CPUs get a carrier when nobody says: those of the affinity mask, which a cgroup's cpuset narrows. A cgroup's
 * CPU quota narrows no mask, but the JVM counts fewer processors then: so many are chosen, close together, whole cores
 * before SMT siblings.
 */
final class AllowedCpus {
    private AllowedCpus() {}

    static CpuSet of(final Topology machine) {
        final CpuSet mask = Affinity.allowed();
        final CpuSet allowed = mask.isEmpty() ? machine.cpus() : mask.and(machine.cpus());
        return choose(machine, allowed, Runtime.getRuntime().availableProcessors());
    }

    /** At most {@code count} of {@code allowed}: the LLC with most allowed CPUs first, then its nearest. */
    static CpuSet choose(final Topology machine, final CpuSet allowed, final int count) {
        if (allowed.size() <= count) {
            return allowed;
        }
        final int start = machine.llcs().sets().stream().map(allowed::and)
                .max(Comparator.comparingInt(CpuSet::size)).orElseThrow().first();
        final List<Integer> nearest = allowed.stream().boxed()
                .sorted(Comparator.comparing((final Integer cpu) -> machine.llcs().of(cpu) != machine.llcs().of(start))
                        .thenComparing(cpu -> machine.nodes().of(cpu) != machine.nodes().of(start))
                        .thenComparingInt(cpu -> siblingNumber(machine, allowed, cpu))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(count).toList();
        final var chosen = new CpuSet.Builder();
        nearest.forEach(chosen::add);
        return chosen.build();
    }

    private static int siblingNumber(final Topology machine, final CpuSet allowed, final int cpu) {
        return (int) machine.cores().around(cpu).and(allowed).stream().filter(sibling -> sibling < cpu).count();
    }
}
