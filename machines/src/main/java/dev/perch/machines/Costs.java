package dev.perch.machines;

import dev.perch.topology.Partition;
import dev.perch.topology.Topology;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.ToIntFunction;

/**
 * Finds whose costs a machine without figures of its own may take: those of the catalogue's machine nearest to it, of
 * the same architecture. The nearest is found by these questions, each deciding only where those before it leave several:
 * <ol>
 * <li>Has it SMT, where this one has? What a thread costs its sibling has no figure where there is none.
 * <li>Has it clusters or not, as this one? The same holds for hand-overs within a cluster.
 * <li>Is it AMD's Zen, where this one is told to be ({@link Topology#reclaimDistance})?
 * <li>Has it one LLC or several in a package's node, as this one? Cores on one mesh hand over otherwise than those that
 * a fabric joins.
 * <li>How alike in size are the LLCs, by cores? Within them most hand-overs happen.
 * <li>How alike are the other levels? Likeness is the ratio's logarithm, summed.
 * </ol>
 */
final class Costs {
    private static final Level LLC = new Level("cores an LLC", of -> largest(of.llcs(), of.cores()::of));
    private static final List<Level> LEVELS = List.of(
            new Level("threads a core", of -> largest(of.cores(), cpu -> cpu)),
            new Level("cores a cluster", of -> largest(of.clusters(), of.cores()::of)), LLC,
            new Level("cores a node", of -> largest(of.nodes(), of.cores()::of)),
            new Level("cores a package", of -> largest(of.packages(), of.cores()::of)),
            new Level("cores", of -> of.cores().count()));

    private Costs() {}

    /** {@code machine} with costs if it has some or the catalogue has a machine of its architecture; else as it is. */
    static Machine matched(final Machine machine) {
        if (machine.costs().isPresent()) {
            return machine;
        }
        final Topology topology = machine.topology();
        return Catalogue.names().stream().map(Catalogue::machine)
                .filter(known -> known.topology().architecture() == topology.architecture())
                .min(Comparator.comparing(Machine::topology, nearestTo(topology)))
                .map(known -> new Machine(topology, machine.about(), known.costs(), from(known, topology)))
                .orElse(machine);
    }

    private static Comparator<Topology> nearestTo(final Topology topology) {
        return Comparator.comparing((final Topology known) -> hasSmt(topology) && !hasSmt(known))
                .thenComparing(known -> hasClusters(topology) != hasClusters(known))
                .thenComparing(known -> isZen(topology) && !isZen(known))
                .thenComparing(known -> hasSeveralLlcs(topology) != hasSeveralLlcs(known))
                .thenComparingDouble(known -> LLC.difference(known, topology))
                .thenComparingDouble(
                        known -> LEVELS.stream().mapToDouble(level -> level.difference(known, topology)).sum());
    }

    private static boolean hasSmt(final Topology topology) {
        return topology.cores().count() < topology.cpus().size();
    }

    private static boolean isZen(final Topology topology) {
        return topology.reclaimDistance() == Topology.ZEN_RECLAIM_DISTANCE;
    }

    private static boolean hasClusters(final Topology topology) {
        return topology.clusters().count() < topology.cores().count();
    }

    private static boolean hasSeveralLlcs(final Topology topology) {
        return topology.packages().cutBy(topology.nodes()).count() < topology.llcs().count();
    }

    /** How many units the largest of {@code parts} has; {@code unitOf} gives each CPU's. */
    private static int largest(final Partition parts, final IntUnaryOperator unitOf) {
        return parts.sets().stream().mapToInt(part -> (int) part.stream().map(unitOf).distinct().count()).max()
                .orElse(1);
    }

    private static String from(final Machine known, final Topology topology) {
        final List<String> differences = new ArrayList<>();
        for (final Level level : LEVELS) {
            final int here = level.size.applyAsInt(topology);
            final int there = level.size.applyAsInt(known.topology());
            if (here != there) {
                differences.add(level.name + " " + there + " instead of " + here);
            }
        }
        return known.name() + (differences.isEmpty() ? ": the same shape"
                : ": the nearest in the catalogue (" + String.join(", ", differences) + ")");
    }

    private record Level(String name, ToIntFunction<Topology> size) {
        /** How unlike two machines are in it: 0 where they are alike. */
        double difference(final Topology one, final Topology other) {
            return Math.abs(Math.log((double) size.applyAsInt(one) / size.applyAsInt(other)));
        }
    }
}
