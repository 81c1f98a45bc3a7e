package dev.perch.machines;

import dev.perch.topology.Architecture;
import dev.perch.topology.Cache;
import dev.perch.topology.CpuSet;
import dev.perch.topology.Partition;
import dev.perch.topology.Topology;
import dev.perch.topology.Topology.Place;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Gathers what a description tells of each CPU, by names that need only be equal where CPUs share a part, and makes the
 * machine of it by the rules that the kernel has for what it is not told: a missing level equals the next lower one; a
 * last-level cache ends at its node, or counts for nothing where it crosses one; on x86 and POWER who shares an L2 is
 * a cluster.
 */
final class CpuTable {
    private static final int LAST_LEVEL_OF_X86 = 3;

    private final Map<Integer, Row> rows = new TreeMap<>();
    private final Map<Object, Integer> numbers = new HashMap<>();
    private boolean zen;

    /** What is told of one CPU; null where nothing is. */
    static final class Row {
        Object core;
        Object cluster;
        Object die;
        Object pack;
        int node;
        int capacity = Topology.FULL_CAPACITY;
        final Map<String, Object> caches = new TreeMap<>(); // by name: L1d, L1i, L2, L3

        /** The cache nearest to memory, beyond level 1; null where none is told of. */
        private Object last(final int deepest) {
            return caches.entrySet().stream()
                    .filter(cache -> holdsData(cache.getKey()) && level(cache.getKey()) > 1
                            && level(cache.getKey()) <= deepest)
                    .max(Comparator.comparingInt(cache -> level(cache.getKey()))).orElse(null);
        }
    }

    /** The level of a cache called {@code name}: 2 of {@code L2d}. */
    static int level(final String name) {
        return name.charAt(1) - '0';
    }

    /** What {@code cache} is called: L1d, L1i, L2. */
    static String name(final Cache cache) {
        return "L" + cache.level() + switch (cache.type()) {
            case DATA -> "d";
            case INSTRUCTION -> "i";
            case UNIFIED -> "";
        };
    }

    /** What a cache called {@code name} holds. */
    static Cache.Type type(final String name) {
        return switch (name.charAt(name.length() - 1)) {
            case 'd' -> Cache.Type.DATA;
            case 'i' -> Cache.Type.INSTRUCTION;
            default -> Cache.Type.UNIFIED;
        };
    }

    private static boolean holdsData(final String name) {
        return !name.endsWith("i");
    }

    /** The row of {@code cpu}, which must be new. */
    Row add(final int cpu) {
        if (cpu < 0 || cpu > CpuSet.MAX_CPU) {
            throw new IllegalArgumentException("CPU " + cpu + " is outside 0-" + CpuSet.MAX_CPU);
        }
        final var row = new Row();
        if (rows.putIfAbsent(cpu, row) != null) {
            throw new IllegalArgumentException("impossible machine: CPU " + cpu + " is listed twice");
        }
        return row;
    }

    /** The row of {@code cpu}; null where it was not added. */
    Row get(final int cpu) {
        return rows.get(cpu);
    }

    /** The CPUs added. */
    CpuSet cpus() {
        return CpuSet.of(rows.keySet().stream().mapToInt(Integer::intValue).toArray());
    }

    /** Notes that the processors are AMD's Zen. */
    void zen() {
        zen = true;
    }

    /** Adds the CPUs to {@code builder}, whose architecture is {@code architecture}. */
    void addTo(final Topology.Builder builder, final Architecture architecture) {
        final CpuSet cpus = cpus();
        if (cpus.isEmpty()) {
            throw new IllegalArgumentException("no CPU is online");
        }
        final Partition cores = by(cpus, "core", (cpu, row) -> row.core == null ? cpu : row.core);
        final Partition nodes = Partition.by(cpus, cpu -> rows.get(cpu).node);
        final Partition packages = by(cpus, "package", (cpu, row) -> row.pack == null ? "" : row.pack);
        final Partition dies = by(cpus, "die", (cpu, row) -> row.die == null ? "package " + packages.of(cpu) : row.die);
        final boolean byL2 = architecture == Architecture.X86_64 || architecture == Architecture.PPC64;
        final Partition clusters = by(cpus, "cluster", (cpu, row) -> {
            final Object cluster = row.cluster == null && byL2 ? row.caches.get("L2") : row.cluster;
            return cluster == null ? "core " + cores.of(cpu) : cluster;
        });
        final int deepest = architecture == Architecture.X86_64 ? LAST_LEVEL_OF_X86 : Integer.MAX_VALUE;
        final Partition caches = by(cpus, "LLC", (cpu, row) -> {
            final Object last = row.last(deepest);
            return last == null ? "core " + cores.of(cpu) : last;
        });
        final Partition llcs = by(cpus, "LLC in node", (cpu, row) -> {
            final boolean told = row.last(deepest) != null;
            final CpuSet node = nodes.around(cpu);
            return switch (architecture) {
                case X86_64, PPC64, S390X -> caches.around(cpu).and(node);
                case AARCH64, RISCV64, OTHER ->
                    told && node.containsAll(caches.around(cpu)) ? caches.around(cpu) : packages.around(cpu).and(node);
            };
        });
        rows.forEach((cpu, row) -> builder.cpu(cpu, new Place(cores.of(cpu), clusters.of(cpu), llcs.of(cpu),
                dies.of(cpu), packages.of(cpu), row.node, row.capacity)));
        builder.architecture(architecture);
        builder.reclaimDistance(zen ? Topology.ZEN_RECLAIM_DISTANCE : Topology.RECLAIM_DISTANCE);
    }

    private Partition by(final CpuSet cpus, final String level, final Naming naming) {
        return Partition.by(cpus, cpu -> numbers.computeIfAbsent(Map.entry(level, naming.name(cpu, rows.get(cpu))),
                name -> numbers.size()));
    }

    /** Adds to {@code builder} the caches told of, each of the size in bytes that {@code sizes} has for its name, or 0. */
    void addCaches(final Topology.Builder builder, final Map<String, Long> sizes) {
        final Set<String> names = new TreeSet<>();
        rows.values().forEach(row -> names.addAll(row.caches.keySet()));
        for (final String name : names) {
            final int[] told = cpus().stream().filter(cpu -> rows.get(cpu).caches.containsKey(name)).toArray();
            by(CpuSet.of(told), name, (cpu, row) -> row.caches.get(name)).sets()
                    .forEach(cpus -> builder
                            .cache(new Cache(level(name), type(name), sizes.getOrDefault(name, 0L), cpus)));
        }
    }

    /** Names the part of one level that a CPU is in. */
    private interface Naming {
        Object name(int cpu, Row row);
    }
}
