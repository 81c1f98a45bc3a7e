package dev.perch.cli.machine;

import dev.perch.topology.CpuSet;
import dev.perch.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Draws a machine's levels: in a line, {@code 2 packages × 2 nodes × 8 clusters × 4 cores}, and as a tree. */
public final class MachineTree {
    private static final int MOST_DRAWN = 16;
    private static final int MOST_LISTED = 3;

    private final List<Level> levels;
    private final StringBuilder text = new StringBuilder();

    private MachineTree(final Topology topology) {
        levels = Level.of(topology);
    }

    /** The shape in a line: a product where the machine is regular, else the counts. */
    public static String shape(final Topology topology) {
        final List<Level> levels = Level.of(topology);
        final List<String> factors = new ArrayList<>();
        CpuSet outer = topology.cpus();
        int product = 1;
        boolean regular = true;
        for (final Level level : levels) {
            final int within = level.within(outer);
            factors.add(level.counted(within));
            product *= within;
            regular &= product == level.parts().count();
            outer = level.parts().set(0);
        }
        if (outer.size() > 1) {
            factors.add(outer.size() + " threads");
        }
        regular &= product * outer.size() == topology.cpus().size();
        return regular ? String.join(" × ", factors)
                : levels.stream().map(level -> level.counted(level.parts().count())).collect(Collectors.joining(", "));
    }

    /** The tree with the CPUs of each part; many equal parts share a line. */
    public static String draw(final Topology topology) {
        final var tree = new MachineTree(topology);
        tree.children(0, topology.cpus(), "");
        return tree.text.toString();
    }

    /** Draws the parts of the level that lie in {@code outer}. */
    private void children(final int depth, final CpuSet outer, final String indent) {
        final Level level = levels.get(depth);
        final List<Integer> parts = new ArrayList<>();
        for (int part = 0; part < level.parts().count(); part++) {
            if (outer.intersects(level.parts().set(part))) {
                parts.add(part);
            }
        }
        if (level.parts().count() > MOST_DRAWN) {
            line(indent, true, summary(depth, outer, parts));
            return;
        }
        for (final int part : parts) {
            final CpuSet set = level.parts().set(part);
            final boolean last = part == parts.getLast();
            final boolean cores = depth == levels.size() - 1;
            line(indent, last,
                    level.name() + " " + level.number(part) + ": " + (set.size() == 1 ? "CPU " : "CPUs ") + set);
            if (!cores) {
                children(depth + 1, set.and(outer), indent + (last ? "   " : "│  "));
            }
        }
    }

    /** {@code 8 clusters of 4 cores: 0-3 4-7 … 28-31}. */
    private String summary(final int depth, final CpuSet outer, final List<Integer> parts) {
        final Level level = levels.get(depth);
        final var line = new StringBuilder(level.counted(parts.size()));
        CpuSet inner = level.parts().set(parts.getFirst());
        for (int below = depth + 1; below < levels.size(); below++) {
            line.append(" of ").append(levels.get(below).counted(levels.get(below).within(inner)));
            inner = levels.get(below).parts().around(inner.first());
        }
        if (inner.size() > 1) {
            line.append(" of ").append(inner.size()).append(" threads");
        }
        final List<CpuSet> sets = parts.stream().map(part -> level.parts().set(part).and(outer)).toList();
        if (sets.stream().allMatch(set -> set.size() == 1)) {
            return line + ": CPUs " + outer;
        }
        line.append(": CPUs ");
        for (int i = 0; i < sets.size(); i++) {
            if (sets.size() <= MOST_LISTED + 1 || i < MOST_LISTED - 1 || i == sets.size() - 1) {
                line.append(i == 0 ? "" : " | ").append(sets.get(i));
            } else if (i == MOST_LISTED - 1) {
                line.append(" | …");
            }
        }
        return line.toString();
    }

    private void line(final String indent, final boolean last, final String line) {
        text.append(indent).append(last ? "└─ " : "├─ ").append(line).append('\n');
    }
}
