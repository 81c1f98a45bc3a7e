package dev.perch.topology;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.SortedMap;

/** The NUMA nodes of a sysfs tree and their distances. */
final class SysfsNodes {
    private static final int MAX_NODE = 1023;

    private final Path dir;
    private final SortedMap<Integer, Path> nodes;

    SysfsNodes(final Path dir) {
        this.dir = dir;
        nodes = SysfsFiles.numbered(dir, "node", MAX_NODE);
    }

    /** The node of each online CPU: the one whose list names it, else one that the CPU's directory names, else 0. */
    Partition of(final CpuSet online, final Map<Integer, Path> cpuDirs) {
        final int[] nodeOf = new int[online.last() + 1];
        Arrays.fill(nodeOf, -1);
        nodes.forEach((node, path) -> {
            final CpuSet cpus = SysfsFiles.cpus(path, "cpulist", "cpumap");
            if (cpus != null) {
                cpus.and(online).forEach(cpu -> {
                    if (nodeOf[cpu] >= 0) {
                        throw SysfsFiles.bad(path,
                                "impossible machine: CPU " + cpu + " is also in node " + nodeOf[cpu]);
                    }
                    nodeOf[cpu] = node;
                });
            }
        });
        return Partition.by(online, cpu -> nodeOf[cpu] >= 0 ? nodeOf[cpu] : nodeBeside(cpuDirs.get(cpu)));
    }

    private static int nodeBeside(final Path cpuDir) {
        final var beside = SysfsFiles.numbered(cpuDir, "node", MAX_NODE);
        return beside.isEmpty() ? 0 : beside.firstKey();
    }

    /**
     * Adds each node's row of distances, which has an entry for each online node. Where a row is longer the tree lacks
     * nodes, nothing says which, and the row is passed over.
     */
    void addDistances(final Topology.Builder builder) {
        final CpuSet listed = SysfsFiles.list(dir.resolve("online"));
        final int[] columns = listed == null
                ? nodes.keySet().stream().mapToInt(Integer::intValue).toArray()
                : listed.stream().toArray();
        nodes.forEach((node, path) -> {
            final Path file = path.resolve("distance");
            final String text = SysfsFiles.text(file);
            final String[] row = text == null ? new String[0] : text.split("\\s+");
            if (row.length == columns.length) {
                for (int i = 0; i < row.length; i++) {
                    builder.nodeDistance(node, columns[i], distance(row[i], file));
                }
            } else if (text != null && row.length < columns.length) {
                throw SysfsFiles.bad(file, "has " + row.length + " distances for " + columns.length + " nodes");
            }
        });
    }

    private static int distance(final String text, final Path file) {
        if (!text.matches("\\d{1,9}")) {
            throw SysfsFiles.bad(file, "not a row of distances");
        }
        return Integer.parseInt(text);
    }
}
