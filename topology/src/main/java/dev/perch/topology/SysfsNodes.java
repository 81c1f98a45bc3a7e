package dev.perch.topology;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.SortedMap;

/**
 * The NUMA nodes of a sysfs tree and their distances. A node that {@code node/online} leaves out is none to the kernel
 * (it is not in {@code node_states[N_ONLINE]}), whatever CPUs still have links to it.
 */
final class SysfsNodes {
    private static final int MAX_NODE = 1023;

    private final CpuSet online; // null where nothing tells
    private final SortedMap<Integer, Path> nodes;

    SysfsNodes(final Path dir) {
        online = SysfsFiles.list(dir.resolve("online"));
        nodes = SysfsFiles.numbered(dir, "node", MAX_NODE);
        nodes.keySet().removeIf(node -> !isOnline(node));
    }

    private boolean isOnline(final int node) {
        return online == null || online.contains(node);
    }

    /**
     * The node of each online CPU: the one whose list names it, else one that the CPU's directory names, else the first
     * there is (x86 kernels, too, lend an online node to CPUs whose own is offline), else 0.
     */
    Partition of(final CpuSet onlineCpus, final Map<Integer, Path> cpuDirs) {
        final int[] nodeOf = new int[onlineCpus.last() + 1];
        Arrays.fill(nodeOf, -1);
        nodes.forEach((node, path) -> {
            SysfsFiles.checkDirectory(path);
            final CpuSet cpus = SysfsFiles.cpus(path, "cpulist", "cpumap");
            if (cpus != null) {
                cpus.and(onlineCpus).forEach(cpu -> {
                    if (nodeOf[cpu] >= 0) {
                        throw SysfsFiles.bad(path,
                                "impossible machine: CPU " + cpu + " is also in node " + nodeOf[cpu]);
                    }
                    nodeOf[cpu] = node;
                });
            }
        });
        return Partition.by(onlineCpus, cpu -> nodeOf[cpu] >= 0 ? nodeOf[cpu] : nodeBeside(cpuDirs.get(cpu)));
    }

    private int nodeBeside(final Path cpuDir) {
        return SysfsFiles.numbered(cpuDir, "node", MAX_NODE).keySet().stream().filter(this::isOnline).findFirst()
                .orElseGet(() -> online == null ? 0 : online.first());
    }

    /**
     * Adds each node's row of distances, which has an entry for each online node. Where a row is longer the tree lacks
     * nodes, nothing says which, and the row is passed over.
     */
    void addDistances(final Topology.Builder builder) {
        final int[] columns = online == null
                ? nodes.keySet().stream().mapToInt(Integer::intValue).toArray()
                : online.stream().toArray();
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
