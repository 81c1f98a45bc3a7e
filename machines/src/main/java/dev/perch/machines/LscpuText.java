package dev.perch.machines;

import dev.perch.topology.Architecture;
import dev.perch.topology.CpuSet;
import dev.perch.topology.Topology;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes a machine of the labelled lines of plain {@code lscpu}. They give counts, not places: CPUs are taken to be
 * spread evenly, node by node, and siblings numbered as the nodes' CPU lists suggest. Where the counts do not multiply
 * to the CPUs online (offline or hybrid cores), nothing can be made of them and the reader says what would tell.
 */
final class LscpuText {
    private final LscpuFields fields;
    private final Architecture architecture;
    private final CpuSet online;
    private final Map<Integer, CpuSet> nodes;
    private final int threads;
    private final int coresPerSocket;
    private final CpuTable table = new CpuTable();

    private LscpuText(final LscpuFields fields) {
        this.fields = fields;
        architecture = fields.architecture();
        online = fields.online();
        final Map<Integer, CpuSet> told = new LinkedHashMap<>();
        fields.nodes().forEach((node, cpus) -> {
            if (cpus.intersects(online)) {
                told.put(node, cpus.and(online));
            }
        });
        nodes = told.isEmpty() ? Map.of(0, online) : told;
        threads = fields.numbers("Thread(s) per core").stream().findFirst().orElse(1);
        coresPerSocket = coresPerSocket();
    }

    /** The machine that {@code fields} of {@code file} tell of. */
    static Machine read(final String file, final LscpuFields fields) {
        try {
            return new LscpuText(fields).machine();
        } catch (final IllegalArgumentException e) {
            throw e.getMessage().startsWith(file) ? e : new IllegalArgumentException(file + ": " + e.getMessage(), e);
        }
    }

    /** Cores of one socket; of all kinds together where lscpu prints a block for each kind of core. */
    private int coresPerSocket() {
        final List<Integer> cores = fields.numbers("Core(s) per socket", "Core(s) per cluster");
        final List<Integer> sockets = fields.numbers("Socket(s)", "Cluster(s)", "Socket(s) per book");
        final int perSocket = Math.max(1, cores.stream().mapToInt(Integer::intValue).sum());
        long cpus = (long) threads * perSocket * sockets.stream().max(Integer::compare).orElse(1);
        for (final String outer : List.of("Book(s) per drawer", "Drawer(s)")) {
            cpus *= fields.numbers(outer).stream().findFirst().orElse(1);
        }
        if (cpus != online.size()) {
            throw new IllegalArgumentException("lscpu's counts multiply to " + cpus + " CPUs, but " + online.size()
                    + " are online, and nothing tells which core each belongs to: use the output of lscpu -p");
        }
        return perSocket;
    }

    private Machine machine() {
        final List<List<Integer>> cores = cores();
        final Map<String, LscpuFields.CacheField> caches = fields.caches();
        final Map<String, Long> sizes = new LinkedHashMap<>();
        for (int core = 0; core < cores.size(); core++) {
            for (final int cpu : cores.get(core)) {
                final CpuTable.Row row = table.add(cpu);
                row.core = core;
                row.pack = core / coresPerSocket;
                row.node = nodes.entrySet().stream().filter(node -> node.getValue().contains(cpu)).findFirst()
                        .orElseThrow()
                        .getKey();
                for (final var cache : caches.entrySet()) {
                    row.caches.put(cache.getKey(), cacheOf(cache.getKey(), cache.getValue().instances(), core, row,
                            cores.size()));
                }
            }
        }
        caches.forEach((name, cache) -> sizes.put(name, cache.bytes()));
        final Topology.Builder builder = Topology.builder(fields.machine());
        if (fields.zen()) {
            table.zen();
        }
        table.addTo(builder, architecture);
        table.addCaches(builder, sizes);
        return new Machine(builder.build(), fields.about(false, fields.numbers("Socket(s)").size() <= 1),
                Optional.empty());
    }

    /** The CPUs of each core, node by node. */
    private List<List<Integer>> cores() {
        final List<List<Integer>> cores = new ArrayList<>();
        for (final CpuSet node : nodes.values()) {
            final List<Integer> cpus = node.stream().boxed().toList();
            if (cpus.size() % threads != 0) {
                throw new IllegalArgumentException(
                        "a node of " + cpus.size() + " CPUs holds no whole number of cores of "
                                + threads + " threads");
            }
            final int count = cpus.size() / threads;
            final boolean apart = siblingsApart(node);
            for (int core = 0; core < count; core++) {
                final List<Integer> siblings = new ArrayList<>();
                for (int thread = 0; thread < threads; thread++) {
                    siblings.add(cpus.get(apart ? core + thread * count : core * threads + thread));
                }
                cores.add(Collections.unmodifiableList(siblings));
            }
        }
        if (cores.stream().mapToInt(List::size).sum() != online.size()) {
            throw new IllegalArgumentException("the NUMA nodes' CPUs are not the CPUs online");
        }
        return cores;
    }

    /** Nodes of one run of numbers keep siblings adjacent; elsewhere x86 numbers all first threads before the second. */
    private boolean siblingsApart(final CpuSet node) {
        final boolean oneRun = node.last() - node.first() + 1 == node.size();
        return nodes.size() > 1 ? !oneRun : architecture == Architecture.X86_64;
    }

    private Object cacheOf(final String name, final int instances, final int core, final CpuTable.Row row,
            final int cores) {
        if (instances > 0) {
            return (long) core * instances / cores;
        } else if (CpuTable.level(name) > 2) {
            return row.pack + "/" + row.node; // an old lscpu does not tell: at most the node's part of the socket
        }
        return core;
    }
}
