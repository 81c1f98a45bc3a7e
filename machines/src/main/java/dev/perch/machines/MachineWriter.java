package dev.perch.machines;

import dev.perch.topology.Cache;
import dev.perch.topology.CpuSet;
import dev.perch.topology.Distance;
import dev.perch.topology.Partition;
import dev.perch.topology.Topology;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Writes a machine as Perch's own machine file, by sets of CPUs; {@link MachineFile} reads it back equal. */
final class MachineWriter {
    private final StringBuilder text = new StringBuilder();

    private MachineWriter() {}

    /** The machine file of {@code machine}. */
    static String text(final Machine machine) {
        final var writer = new MachineWriter();
        writer.topology(machine);
        machine.costs().ifPresent(costs -> writer.costs(costs, machine.costsFrom()));
        return writer.text.toString();
    }

    private void topology(final Machine machine) {
        final Topology topology = machine.topology();
        line("name: " + quoted(topology.name()));
        if (!machine.about().isEmpty()) {
            line("about: " + quoted(machine.about()));
        }
        line("architecture: " + MachineFile.name(topology.architecture()));
        line("topology:");
        line("  cpus: " + quoted(topology.cpus().toString()));
        parts("cores", topology.cores(), Partition.by(topology.cpus(), cpu -> cpu));
        parts("clusters", topology.clusters(), topology.cores());
        parts("llcs", topology.llcs(), topology.architecture().assumesSharedCache()
                ? topology.packages().cutBy(topology.nodes())
                : topology.cores());
        parts("dies", topology.dies(), topology.packages());
        parts("packages", topology.packages(), null);
        topology.outerLevels().forEach((level, parts) -> parts(level.toLowerCase(Locale.ROOT) + "s", parts, null));
        final Partition nodes = topology.nodes();
        line("  nodes:");
        final List<Integer> order = IntStream.range(0, nodes.count()).boxed().toList();
        order.forEach(node -> line("    " + nodes.id(node) + ": " + quoted(nodes.set(node).toString())));
        if (nodes.count() > 1) {
            line("  distances: # a row and a column for each node, in this order");
            order.forEach(node -> line("    " + nodes.id(node) + ": " + order.stream()
                    .map(other -> Integer.toString(topology.nodeDistance(node, other)))
                    .collect(Collectors.joining(", ", "[", "]"))));
        }
        if (topology.reclaimDistance() != Topology.RECLAIM_DISTANCE) {
            line("  reclaim-distance: " + topology.reclaimDistance());
        }
        capacities(topology);
        caches(topology);
    }

    /** A level, unless it is what a reader assumes without it. */
    private void parts(final String level, final Partition parts, final Partition assumed) {
        if (!parts.equals(assumed)) {
            line("  " + level + ": " + list(parts.sets()));
        }
    }

    private static String list(final List<CpuSet> sets) {
        return sets.stream().map(set -> quoted(set.toString())).collect(Collectors.joining(", ", "[", "]"));
    }

    private void capacities(final Topology topology) {
        final Map<Integer, CpuSet.Builder> byCapacity = new TreeMap<>();
        topology.cpus()
                .forEach(cpu -> byCapacity.computeIfAbsent(topology.capacity(cpu), capacity -> new CpuSet.Builder())
                        .add(cpu));
        if (byCapacity.size() > 1 || !byCapacity.containsKey(Topology.FULL_CAPACITY)) {
            line("  capacities: # of " + Topology.FULL_CAPACITY);
            byCapacity.forEach((capacity, cpus) -> line("    " + capacity + ": " + quoted(cpus.build().toString())));
        }
    }

    private void caches(final Topology topology) {
        final Map<String, List<CpuSet>> kinds = new LinkedHashMap<>();
        for (final Cache cache : topology.caches()) {
            kinds.computeIfAbsent("name: " + CpuTable.name(cache) + ", size: " + cache.sizeBytes(),
                    kind -> new ArrayList<>()).add(cache.cpus());
        }
        if (!kinds.isEmpty()) {
            line("  caches: # sizes in bytes, 0 where not told");
            kinds.forEach((kind, cpus) -> line("    - {" + kind + ", cpus: " + list(cpus) + "}"));
        }
    }

    private void costs(final HardwareCosts costs, final String from) {
        line("costs: # nanoseconds and bytes a nanosecond");
        if (!from.isEmpty()) {
            line("  from: " + quoted(from));
        }
        for (final Figures figures : costs.figures()) {
            line("  " + figures.cost().section() + ":");
            figures.values().forEach((key, value) -> line("    " + key + ": " + number(value)));
            line("    " + (figures.estimate() ? "estimate: " : "source: ") + quoted(figures.source()));
        }
        line("  caches:");
        line("    source: " + quoted(costs.cacheSource()));
        line("    levels:");
        costs.caches().forEach(cache -> line("      - {name: " + quoted(cache.name()) + ", size: " + cache.bytes()
                + ", shared: " + (cache.sharedWithin() == Distance.SMT ? "core" : Cost.key(cache.sharedWithin()))
                + ", refill: " + number(cache.refillBytesPerNano()) + "}"));
        line("  idle-states:");
        line("    source: " + quoted(costs.idleSource()));
        line("    states:");
        costs.idleStates().forEach(state -> line("      - {name: " + quoted(state.name()) + ", residency: "
                + number(state.residencyNanos()) + ", exit: " + number(state.exitNanos()) + ", woken: "
                + (state.wokenByWrite() ? "by-write" : "by-interrupt") + "}"));
    }

    private void line(final String line) {
        text.append(line).append('\n');
    }

    private static String number(final double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }

    private static String quoted(final String value) {
        final var quoted = new StringBuilder("\"");
        value.codePoints().forEach(c -> {
            if (c == '"' || c == '\\') {
                quoted.append('\\').appendCodePoint(c);
            } else if (c < ' ' || c >= 0x7f && c < 0xa0 || c == 0xfeff || c >= 0xd800 && c < 0xe000 || c >= 0xfff0) {
                quoted.append(' ');
            } else {
                quoted.appendCodePoint(c);
            }
        });
        return quoted.append('"').toString();
    }
}
