package dev.perch.cli;

import dev.perch.machines.Machine;
import dev.perch.machines.Machines;
import dev.perch.topology.CpuSet;
import dev.perch.topology.Topology;
import java.io.IOException;
import picocli.CommandLine.Option;

/** The options that say where something runs: the machine, its costs, the CPUs of it. */
final class Scene {
    @Option(names = "--machine", paramLabel = "NAME|PATH", required = true,
            description = "A machine of the catalogue (perch list machines), or a file that tells of one.")
    private String machine;

    @Option(names = "--costs", paramLabel = "NAME|PATH",
            description = "Take the hardware costs of this machine, not of the one in the catalogue that is most alike.")
    private String costs;

    @Option(names = "--nodes", paramLabel = "LIST", converter = CpuList.class,
            description = "Bind the workload to these NUMA nodes.")
    private CpuSet nodes;

    @Option(names = "--cpus", paramLabel = "LIST", converter = CpuList.class,
            description = "Bind the workload to these CPUs.")
    private CpuSet cpus;

    /** The machine, with the costs that are to be used. */
    Machine machine() throws IOException {
        final Machine found = Machines.find(machine);
        return costs == null ? found : found.withCostsOf(costs);
    }

    /** The CPUs of {@code on} that the workload is bound to; all where nothing is said. */
    CpuSet cpus(final Machine on) {
        final CpuSet online = on.topology().cpus();
        if (cpus != null && nodes != null) {
            throw new IllegalArgumentException("--cpus and --nodes both say where to run: name one of them");
        }
        if (cpus != null) {
            named("--cpus", cpus);
            final CpuSet missing = cpus.minus(online);
            if (!missing.isEmpty()) {
                throw new IllegalArgumentException("--cpus " + cpus + ": " + on.topology().name() + " has no CPU "
                        + missing + "; it has " + online);
            }
            return cpus;
        }
        return nodes == null ? online : ofNodes(on.topology());
    }

    private CpuSet ofNodes(final Topology topology) {
        final CpuSet asked = named("--nodes", nodes);
        try {
            return topology.cpusOfNodes(asked);
        } catch (final IllegalArgumentException e) {
            throw new IllegalArgumentException("--nodes " + nodes + ": " + e.getMessage(), e);
        }
    }

    private static CpuSet named(final String option, final CpuSet list) {
        if (list.isEmpty()) {
            throw new IllegalArgumentException(option + " names nothing: write a list as 0-3,8");
        }
        return list;
    }
}
