package dev.perch.topology;

import java.util.Arrays;

/**
 * A regular machine described by counts, as scenario files describe theirs. Core {@code c} counts the cores of the
 * whole machine in order of socket, node, LLC and cluster.
 *
 * @param name               the machine's name
 * @param sockets            packages
 * @param numaPerSocket      NUMA nodes a package
 * @param llcsPerNuma        last-level caches a node
 * @param clustersPerLlc     clusters an LLC
 * @param coresPerCluster    cores a cluster
 * @param smt                hardware threads a core
 * @param cluster            whether the machine tells of its clusters; without, every core is one of its own
 * @param siblingsApart      CPU numbering: false, the threads of a core follow each other ({@code c*smt+t}); true, all
 *                           first threads come before all second ones ({@code t*cores+c}), as on x86
 * @param distSameSocket     distance of two nodes of one package
 * @param distCrossSocket    distance of two nodes of different packages
 * @param nodeReclaimDistance see {@link Topology#reclaimDistance}
 */
public record TopologySpec(String name, int sockets, int numaPerSocket, int llcsPerNuma, int clustersPerLlc,
        int coresPerCluster, int smt, boolean cluster, boolean siblingsApart, int distSameSocket, int distCrossSocket,
        int nodeReclaimDistance) {
    /** Checks that the counts are positive and the CPUs not too many. */
    public TopologySpec {
        long cpus = 1;
        for (final int count : new int[]{sockets, numaPerSocket, llcsPerNuma, clustersPerLlc, coresPerCluster, smt}) {
            if (count < 1) {
                throw new IllegalArgumentException("topology " + name + ": every count must be at least 1");
            }
            cpus = Math.min(cpus * count, Integer.MAX_VALUE);
        }
        if (cpus > CpuSet.MAX_CPU + 1) {
            throw new IllegalArgumentException(
                    "topology " + name + ": more than " + (CpuSet.MAX_CPU + 1) + " CPUs; lower its counts");
        }
    }

    /** How many CPUs the machine has. */
    public int cpus() {
        return sockets * numaPerSocket * llcsPerNuma * clustersPerLlc * coresPerCluster * smt;
    }

    /** The machine, every CPU of full capacity. */
    public Topology toTopology() {
        final int[] capacities = new int[cpus()];
        Arrays.fill(capacities, Topology.FULL_CAPACITY);
        return toTopology(capacities);
    }

    /** The machine; {@code capacities} by CPU, 1 to {@value Topology#FULL_CAPACITY}. */
    public Topology toTopology(final int[] capacities) {
        if (capacities.length != cpus()) {
            throw new IllegalArgumentException(
                    "topology " + name + ": " + cpus() + " CPUs, but " + capacities.length + " capacities");
        }
        final var builder = Topology.builder(name).reclaimDistance(nodeReclaimDistance);
        final int cores = cpus() / smt;
        for (int core = 0; core < cores; core++) {
            final int clusterOf = core / coresPerCluster;
            final int llc = clusterOf / clustersPerLlc;
            final int node = llc / llcsPerNuma;
            final int socket = node / numaPerSocket;
            for (int thread = 0; thread < smt; thread++) {
                final int cpu = siblingsApart ? thread * cores + core : core * smt + thread;
                builder.cpu(cpu, new Topology.Place(core, cluster ? clusterOf : core, llc, socket, socket, node,
                        capacities[cpu]));
            }
        }
        final int nodes = sockets * numaPerSocket;
        for (int node = 0; node < nodes; node++) {
            for (int other = 0; other < node; other++) {
                builder.nodeDistance(node, other,
                        node / numaPerSocket == other / numaPerSocket ? distSameSocket : distCrossSocket);
            }
        }
        return builder.build();
    }
}
