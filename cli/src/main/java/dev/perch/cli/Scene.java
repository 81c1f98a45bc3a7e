package dev.perch.cli;

import dev.perch.machines.Machine;
import dev.perch.machines.Machines;
import dev.perch.replay.closed.RecordedTasks;
import dev.perch.simulator.Workload;
import dev.perch.topology.CpuSet;
import dev.perch.topology.Topology;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options that say where something runs: the machine, its costs, the CPUs of it. */
final class Scene {
    @Option(names = "--machine", paramLabel = "NAME|PATH",
            description = "A machine of the catalogue (perch list machines), host, or a file that tells of one; "
                    + "may be left out where the workload is a recording with such a file beside it.")
    private String machine;

    @Option(names = "--costs", paramLabel = "NAME|PATH",
            description = "Take the hardware costs of this machine, not of the one in the catalogue that is most alike.")
    private String costs;

    @Option(names = "--nodes", paramLabel = "LIST", converter = NodeList.class,
            description = "Bind the workload to these NUMA nodes.")
    private CpuSet nodes;

    @Option(names = "--cpus", paramLabel = "LIST", converter = CpuList.class,
            description = "Bind the workload to these CPUs.")
    private CpuSet cpus;

    /** The machine that {@code workload} is to run on, with the costs that are to be used. */
    Machine machine(final Workload workload) throws IOException {
        final Machine found = machine == null ? beside(workload) : Machines.find(machine);
        return costs == null ? found : found.withCostsOf(costs);
    }

    private static Machine beside(final Workload workload) throws IOException {
        final Optional<RecordedMachine.Beside> beside = workload instanceof final RecordedTasks tasks
                ? RecordedMachine.beside(tasks.path())
                : Optional.empty();
        return beside.orElseThrow(() -> new IllegalArgumentException("where does " + workload.name()
                + " run? Name a machine with --machine (perch list machines)")).machine();
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
