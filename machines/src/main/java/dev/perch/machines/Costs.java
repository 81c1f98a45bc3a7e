package dev.perch.machines;

import dev.perch.topology.CpuSet;
import dev.perch.topology.Partition;
import dev.perch.topology.Topology;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * Finds whose costs a machine without figures of its own may take: those of the catalogue's machine most like it, and
 * before all of one whose cores run as many threads: what a thread costs its siblings has no figure where there are none.
 */
final class Costs {
    private static final List<Level> LEVELS = List.of(new Level("threads a core", Topology::cores),
            new Level("CPUs a cluster", Topology::clusters), new Level("CPUs an LLC", Topology::llcs),
            new Level("CPUs a node", Topology::nodes), new Level("CPUs a package", Topology::packages),
            new Level("CPUs", topology -> Partition.by(topology.cpus(), cpu -> 0)));

    private Costs() {}

    /** {@code machine} with costs if it has some or the catalogue has a machine of its architecture; else as it is. */
    static Machine matched(final Machine machine) {
        if (machine.costs().isPresent()) {
            return machine;
        }
        final Topology topology = machine.topology();
        return Catalogue.names().stream().map(Catalogue::machine)
                .filter(known -> known.topology().architecture() == topology.architecture())
                .min(Comparator
                        .comparingDouble(
                                (final Machine known) -> LEVELS.getFirst().difference(known.topology(), topology))
                        .thenComparingDouble(known -> difference(known.topology(), topology)))
                .map(known -> new Machine(topology, machine.about(), known.costs(), from(known, topology)))
                .orElse(machine);
    }

    private static String from(final Machine known, final Topology topology) {
        final List<String> differences = new ArrayList<>();
        for (final Level level : LEVELS) {
            final int here = level.largest(topology);
            final int there = level.largest(known.topology());
            if (here != there) {
                differences.add(level.name + " " + there + " instead of " + here);
            }
        }
        return known.name() + (differences.isEmpty() ? ": the same shape"
                : ": the nearest in the catalogue (" + String.join(", ", differences) + ")");
    }

    /** How unlike two machines are: the logarithms of the ratios of their levels' sizes, summed. */
    private static double difference(final Topology one, final Topology other) {
        return LEVELS.stream().mapToDouble(level -> level.difference(one, other)).sum();
    }

    private record Level(String name, Function<Topology, Partition> partition) {
        int largest(final Topology topology) {
            return partition.apply(topology).sets().stream().mapToInt(CpuSet::size).max().orElse(0);
        }

        double difference(final Topology one, final Topology other) {
            return Math.abs(Math.log((double) largest(one) / largest(other)));
        }
    }
}
