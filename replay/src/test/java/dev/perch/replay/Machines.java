package dev.perch.replay;

import dev.perch.scheduler.Kernel;
import dev.perch.scheduler.LinuxPolicy;
import dev.perch.topology.SchedDomains;
import dev.perch.topology.Topology;
import dev.perch.topology.TopologySpec;

/** The machines that the recordings among the test resources were made on. */
final class Machines {
    static final Topology TWO_CPUS = machine("2cpu", 1, 1, 1, 2, 1);
    static final Topology CLUSTERS = machine("8cluster-2node", 2, 1, 4, 4, 1);
    static final Topology CLUSTERS_TWO_LLCS = machine("cluster4-2llc", 1, 2, 2, 4, 1);
    static final Topology THREADS = machine("smt2-4llc-2node", 2, 2, 1, 4, 2);

    private Machines() {}

    private static Topology machine(final String name, final int nodes, final int llcs, final int clusters,
            final int cores, final int smt) {
        return new TopologySpec(name, nodes, 1, llcs, clusters, cores, smt, clusters > 1, false, 12, 20, 30)
                .toTopology();
    }

    static LinuxPolicy linux(final int major, final int minor) {
        return LinuxPolicy.of(Kernel.of(major, minor));
    }

    /** Runqueues of {@code topology} under 6.12, every CPU idle. */
    static RecordedRunqueues runqueues(final Topology topology) {
        return new RecordedRunqueues(SchedDomains.build(topology, linux(6, 12).domainRules()));
    }

    /** A task of this pid that may run anywhere on {@code topology}. */
    static RecordedTask task(final Topology topology, final int pid) {
        return new RecordedTask(pid, topology.cpus());
    }
}
