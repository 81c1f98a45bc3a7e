package dev.perch.cli.machine;

import dev.perch.topology.CpuSet;
import dev.perch.topology.Partition;
import dev.perch.topology.Topology;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * A level of a machine as people see it: levels that divide the CPUs alike are one, called by all their names.
 *
 * @param names {@code node}, {@code LLC}
 * @param parts how it divides the CPUs
 */
record Level(List<String> names, Partition parts) {
    /** The levels, widest first; the last is the cores. A level that is like a wider one is merged with it. */
    static List<Level> of(final Topology topology) {
        final List<Level> all = new ArrayList<>();
        add(all, "package", topology.packages());
        topology.outerLevels().forEach((name, parts) -> add(all, name.toLowerCase(Locale.ROOT), parts));
        add(all, "node", topology.nodes());
        add(all, "die", topology.dies());
        add(all, "LLC", topology.llcs());
        add(all, "cluster", topology.clusters());
        add(all, "core", topology.cores());
        all.sort(Comparator.comparingInt(level -> level.parts().count()));
        all.removeIf(level -> level.names().size() == 1 && level.names().contains("die"));
        return all;
    }

    private static void add(final List<Level> all, final String name, final Partition parts) {
        for (final Level level : all) {
            if (level.parts().equals(parts)) {
                if (!name.equals("die") && !(name.equals("core") && level.names().contains("cluster"))) {
                    level.names().add(name);
                } else if (name.equals("core")) {
                    level.names().set(level.names().indexOf("cluster"), name);
                }
                return;
            }
        }
        all.add(new Level(new ArrayList<>(List.of(name)), parts));
    }

    /** The level's names: {@code node = LLC}. */
    String name() {
        return String.join(" = ", names);
    }

    /** {@code 2 nodes (= LLCs)}. */
    String counted(final int count) {
        final String plural = count == 1 ? "" : "s";
        final String first = count + " " + names.getFirst() + plural;
        return names.size() == 1 ? first
                : first + " (= " + String.join(plural + " = ", names.subList(1, names.size())) + plural + ")";
    }

    /** How many of this level's parts lie in {@code wider}. */
    int within(final CpuSet wider) {
        return (int) parts.sets().stream().filter(part -> wider.containsAll(part)).count();
    }

    /** A part's number: the kernel's own for nodes. */
    int number(final int part) {
        return names.contains("node") ? parts.id(part) : part;
    }
}
