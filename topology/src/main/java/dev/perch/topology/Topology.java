package dev.perch.topology;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What a machine is: its online CPUs and how cores, clusters, last-level caches, dies, packages and NUMA nodes divide
 * them. A level that a machine lacks equals the next lower one: without SMT every core is one CPU, without clusters
 * the clusters are the cores.
 */
public final class Topology {
    /** A CPU of full capacity; the kernel's SCHED_CAPACITY_SCALE. */
    public static final int FULL_CAPACITY = 1024;
    /** The distance of a node to itself in the firmware's table. */
    public static final int LOCAL_DISTANCE = 10;

    /** The usual {@link #reclaimDistance}. */
    public static final int RECLAIM_DISTANCE = 30;
    /** That of AMD's Zen, which no other machine has. */
    public static final int ZEN_RECLAIM_DISTANCE = 32;
    /** The largest distance that firmware can state: its table holds bytes. */
    public static final int MAX_DISTANCE = 255;

    private final String name;
    private final Architecture architecture;
    private final CpuSet cpus;
    private final Partition cores;
    private final Partition clusters;
    private final boolean[] clusterIsLlc; // by number of cluster
    private final Partition llcs;
    private final Partition dies;
    private final Partition packages;
    private final Partition nodes;
    private final SequencedMap<String, Partition> outerLevels;
    private final List<Cache> caches;
    private final int[][] nodeDistances;
    private final int reclaimDistance;
    private final int[] capacities;

    private Topology(final Builder builder) {
        name = builder.name;
        architecture = builder.architecture;
        final var online = new CpuSet.Builder();
        builder.places.keySet().forEach(online::add);
        cpus = online.build();
        if (cpus.isEmpty()) {
            throw new IllegalArgumentException("a machine needs at least one CPU");
        }
        final Map<Integer, Place> places = builder.places;
        cores = Partition.by(cpus, cpu -> places.get(cpu).core());
        clusters = Partition.by(cpus, cpu -> places.get(cpu).cluster());
        llcs = Partition.by(cpus, cpu -> places.get(cpu).llc());
        dies = Partition.by(cpus, cpu -> places.get(cpu).die());
        packages = Partition.by(cpus, cpu -> places.get(cpu).pack());
        nodes = Partition.by(cpus, cpu -> places.get(cpu).node());
        clusterIsLlc = new boolean[clusters.count()];
        for (int cluster = 0; cluster < clusterIsLlc.length; cluster++) {
            final CpuSet cpusOf = clusters.set(cluster);
            clusterIsLlc[cluster] = llcs.around(cpusOf.first()).equals(cpusOf);
        }
        checkWithin("core", cores, "cluster", clusters);
        checkWithin("core", cores, "LLC", llcs);
        checkWithin("core", cores, "package", packages);
        checkWithin("core", cores, "node", nodes);
        checkWithin("LLC", llcs, "node", nodes);
        checkNotAcross("cluster", clusters, "LLC", llcs);
        checkNotAcross("die", dies, "package", packages);
        checkNotAcross("core", cores, "die", dies);
        outerLevels = builder.outerLevels(cpus);
        caches = List.copyOf(builder.caches);
        nodeDistances = builder.nodeDistances(nodes);
        reclaimDistance = builder.reclaimDistance;
        capacities = new int[size()];
        cpus.forEach(cpu -> capacities[cpu] = places.get(cpu).capacity());
    }

    private static void checkWithin(final String level, final Partition parts, final String wider,
            final Partition around) {
        parts.firstAcross(around).ifPresent(part -> {
            throw new IllegalArgumentException(
                    "impossible machine: the " + level + " of CPUs " + part + " lies in more than one " + wider);
        });
    }

    private static void checkNotAcross(final String level, final Partition parts, final String wider,
            final Partition around) {
        parts.firstCrossing(around).ifPresent(part -> {
            throw new IllegalArgumentException("impossible machine: the " + level + " of CPUs " + part
                    + " lies across more than one " + wider + ", in part");
        });
    }

    /** The machine's name, for people. */
    public String name() {
        return name;
    }

    /** The architecture, which decides how a kernel reads the levels. */
    public Architecture architecture() {
        return architecture;
    }

    /** The online CPUs; their numbers may have gaps. */
    public CpuSet cpus() {
        return cpus;
    }

    /** The highest CPU number plus one: the length of arrays indexed by CPU. */
    public int size() {
        return cpus.last() + 1;
    }

    /** The cores, each the set of its SMT siblings. */
    public Partition cores() {
        return cores;
    }

    /**
     * The clusters: cores that share an L2 cache or an LLC tag; the cores themselves where there are none. They are the
     * firmware's: one may equal its LLC.
     */
    public Partition clusters() {
        return clusters;
    }

    /**
     * The last-level caches, each within a node; the cores where the machine tells of no shared cache. Arm and RISC-V
     * machines that tell of no cache have one for each package and node, as their kernels assume.
     */
    public Partition llcs() {
        return llcs;
    }

    /** All caches that the machine tells of, in the order added; they may disagree with {@link #llcs}. */
    public List<Cache> caches() {
        return caches;
    }

    /** The dies of the packages. */
    public Partition dies() {
        return dies;
    }

    /** The packages (sockets). */
    public Partition packages() {
        return packages;
    }

    /** The NUMA nodes that have CPUs; {@link Partition#id} is the node's number. */
    public Partition nodes() {
        return nodes;
    }

    /**
     * The CPUs of these NUMA nodes.
     *
     * @param numbers the nodes' numbers, the kernel's own
     * @throws IllegalArgumentException if there is no such node; the message names those there are
     */
    public CpuSet cpusOfNodes(final CpuSet numbers) {
        CpuSet bound = CpuSet.EMPTY;
        CpuSet missing = numbers;
        for (int part = 0; part < nodes.count(); part++) {
            if (numbers.contains(nodes.id(part))) {
                bound = bound.or(nodes.set(part));
                missing = missing.minus(CpuSet.of(nodes.id(part)));
            }
        }
        if (!missing.isEmpty()) {
            throw new IllegalArgumentException(name + " has no node " + missing + "; it has "
                    + IntStream.range(0, nodes.count()).mapToObj(part -> "" + nodes.id(part))
                            .collect(Collectors.joining(",")));
        }
        return bound;
    }

    /** Levels that an architecture knows between package and node: BOOK and DRAWER on IBM Z; inner ones first. */
    public SequencedMap<String, Partition> outerLevels() {
        return outerLevels;
    }

    /** The firmware's distance from one node to another, by part numbers; {@value #LOCAL_DISTANCE} within one. */
    public int nodeDistance(final int node, final int other) {
        return nodeDistances[node][other];
    }

    /**
     * The node distance beyond which tasks are not pulled at wake-up, fork and exec (node_reclaim_distance):
     * {@value #RECLAIM_DISTANCE}, and {@value #ZEN_RECLAIM_DISTANCE} on AMD's Zen.
     */
    public int reclaimDistance() {
        return reclaimDistance;
    }

    /** The capacity of {@code cpu}, 1 to {@value #FULL_CAPACITY}. */
    public int capacity(final int cpu) {
        return capacities[cpu];
    }

    /** Whether the CPUs differ in capacity. */
    public boolean isAsymmetric() {
        return cpus.stream().map(cpu -> capacities[cpu]).distinct().count() > 1;
    }

    /** How far two online CPUs are apart. A cluster that is its whole LLC brings its CPUs no nearer than the LLC. */
    public Distance distance(final int cpu, final int other) {
        if (cpu == other) {
            return Distance.SAME_CPU;
        } else if (cores.of(cpu) == cores.of(other)) {
            return Distance.SMT;
        } else if (clusters.of(cpu) == clusters.of(other) && !clusterIsLlc[clusters.of(cpu)]) {
            return Distance.CLUSTER;
        } else if (llcs.of(cpu) == llcs.of(other)) {
            return Distance.LLC;
        } else if (nodes.of(cpu) == nodes.of(other)) {
            return Distance.NODE;
        } else if (packages.of(cpu) == packages.of(other)) {
            return Distance.PACKAGE;
        }
        return Distance.SYSTEM;
    }

    @Override
    public String toString() {
        return name;
    }

    /**
     * The running host, read from its sysfs.
     *
     * @throws IllegalArgumentException if this system has no sysfs, or its sysfs contradicts itself
     */
    public static Topology host() {
        return Sysfs.read(Path.of("/"), "host");
    }

    /** Starts a machine of this name; line breaks in it, as a directory's name may have, become blanks. */
    public static Builder builder(final String name) {
        return new Builder(name.replaceAll("\\s", " "));
    }

    /**
     * Where one CPU is. The numbers name parts of the whole machine: two CPUs of equal {@code core} are SMT siblings,
     * wherever they are.
     *
     * @param capacity 1 to {@value Topology#FULL_CAPACITY}
     */
    public record Place(int core, int cluster, int llc, int die, int pack, int node, int capacity) {
        /** Checks the capacity. */
        public Place {
            if (capacity < 1 || capacity > FULL_CAPACITY) {
                throw new IllegalArgumentException("capacity " + capacity + " is outside 1-" + FULL_CAPACITY);
            }
        }
    }

    /** Gathers the CPUs of a {@link Topology}. */
    public static final class Builder {
        private final String name;
        private Architecture architecture = Architecture.X86_64;
        private final Map<Integer, Place> places = new HashMap<>();
        private final List<int[]> distances = new ArrayList<>();
        private final SequencedMap<String, IntUnaryOperator> outerLevels = new LinkedHashMap<>();
        private final List<Cache> caches = new ArrayList<>();
        private int reclaimDistance = RECLAIM_DISTANCE;

        private Builder(final String name) {
            this.name = name;
        }

        /** The architecture; x86-64 unless said. */
        public Builder architecture(final Architecture of) {
            architecture = of;
            return this;
        }

        /** Adds a CPU; an {@link IllegalArgumentException} if its number was added before. */
        public Builder cpu(final int cpu, final Place place) {
            if (places.putIfAbsent(cpu, place) != null) {
                throw new IllegalArgumentException("impossible machine: CPU " + cpu + " is listed twice");
            }
            return this;
        }

        /**
         * The firmware's distance from one node to another, by their numbers, {@value Topology#LOCAL_DISTANCE} to
         * {@value Topology#MAX_DISTANCE}; it holds for the way back too unless that is given a distance of its own.
         */
        public Builder nodeDistance(final int node, final int other, final int distance) {
            if (distance < LOCAL_DISTANCE || distance > MAX_DISTANCE) {
                throw new IllegalArgumentException("impossible machine: distance " + distance + " from node " + node
                        + " to node " + other + " is outside " + LOCAL_DISTANCE + "-" + MAX_DISTANCE);
            }
            if (node == other && distance != LOCAL_DISTANCE) {
                throw new IllegalArgumentException("impossible machine: distance " + distance + " from node " + node
                        + " to itself; it is always " + LOCAL_DISTANCE);
            }
            distances.add(new int[]{node, other, distance});
            return this;
        }

        /** Adds a level between package and node; {@code id} gives the number of a CPU's part. */
        public Builder outerLevel(final String level, final IntUnaryOperator id) {
            outerLevels.put(level, id);
            return this;
        }

        /** Adds a cache to those that {@link Topology#caches} tells of. */
        public Builder cache(final Cache cache) {
            caches.add(cache);
            return this;
        }

        /** The machine's {@link Topology#reclaimDistance}; {@value Topology#RECLAIM_DISTANCE} unless said. */
        public Builder reclaimDistance(final int distance) {
            reclaimDistance = distance;
            return this;
        }

        /**
         * The machine.
         *
         * @throws IllegalArgumentException if it cannot exist: no CPU, a core in two clusters, LLCs, packages or nodes, an
         *         LLC in two nodes, or a cluster and an LLC, or a die and a package, that overlap, neither within the other
         */
        public Topology build() {
            return new Topology(this);
        }

        private SequencedMap<String, Partition> outerLevels(final CpuSet cpus) {
            final SequencedMap<String, Partition> levels = new LinkedHashMap<>();
            outerLevels.forEach((level, id) -> levels.put(level, Partition.by(cpus, id)));
            return Collections.unmodifiableSequencedMap(levels);
        }

        private int[][] nodeDistances(final Partition nodes) {
            final var table = new int[nodes.count()][nodes.count()];
            for (int i = 0; i < nodes.count(); i++) {
                Arrays.fill(table[i], 2 * LOCAL_DISTANCE);
                table[i][i] = LOCAL_DISTANCE;
            }
            final Map<Integer, Integer> partOfNode = new HashMap<>();
            for (int part = 0; part < nodes.count(); part++) {
                partOfNode.put(nodes.id(part), part);
            }
            for (final int[] entry : distances) {
                set(table, partOfNode.get(entry[1]), partOfNode.get(entry[0]), entry[2]);
            }
            for (final int[] entry : distances) {
                set(table, partOfNode.get(entry[0]), partOfNode.get(entry[1]), entry[2]);
            }
            return table;
        }

        private static void set(final int[][] table, final Integer from, final Integer to, final int distance) {
            if (from != null && to != null) {
                table[from][to] = distance;
            }
        }
    }
}
