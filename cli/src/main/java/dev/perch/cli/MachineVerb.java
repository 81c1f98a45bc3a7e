package dev.perch.cli;

import dev.perch.cli.machine.MachineJson;
import dev.perch.cli.machine.MachineText;
import dev.perch.machines.Machine;
import dev.perch.machines.Machines;
import dev.perch.scheduler.Policy;
import dev.perch.topology.DomainText;
import dev.perch.topology.Partition;
import dev.perch.topology.SchedDomains;
import dev.perch.topology.Topology;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code perch machine [NAME|PATH]}: shows a machine. */
@Command(name = "machine", mixinStandardHelpOptions = true,
        description = "Shows a machine: its tree, its costs, its sched domains.")
final class MachineVerb implements Callable<Integer> {
    @Parameters(paramLabel = "NAME|PATH", arity = "0..1",
            description = "A machine of the catalogue (perch list machines), or a file or directory that tells of one "
                    + "(perch list formats); the running host where none is named.")
    private String name;

    @Option(names = "--domains", description = "Print the sched domains each CPU gets, as the kernel's debugfs does.")
    private boolean domains;

    @Option(names = "--policy", paramLabel = "POLICY",
            description = "Whose kernel builds the domains of --domains (default: linux-6.12).")
    private String policy;

    @Option(names = "--costs", paramLabel = "MACHINE", description = "Take the hardware costs of another machine.")
    private String costs;

    @Option(names = "--save", paramLabel = "FILE", converter = OutputFile.Reader.class,
            description = "Write the machine to FILE, which can be edited and read.")
    private OutputFile save;

    @Mixin
    private Plugins plugins;

    @Mixin
    private Output output;

    @Override
    public Integer call() throws IOException {
        if (policy != null && !domains) {
            throw new IllegalArgumentException("--policy says whose sched domains to print: add --domains");
        }
        if (costs != null && domains && save == null) {
            throw new IllegalArgumentException("--domains prints no costs: leave out --costs, or --domains");
        }
        final Policy builder = plugins.policies().named(policy == null ? "linux-6.12" : policy);
        Machine machine = name == null ? Machines.host() : Machines.find(name);
        machine = costs == null ? machine : machine.withCostsOf(costs);
        if (save != null) {
            save.write(machine.toFile());
        }
        if (domains) {
            printDomains(SchedDomains.build(machine.topology(), builder.domainRules()));
        } else if (save == null) {
            final Machine shown = machine;
            output.print(parts(shown.topology()), () -> MachineText.of(shown), () -> MachineJson.of(shown));
        }
        return 0;
    }

    private void printDomains(final SchedDomains built) throws IOException {
        final List<String> lines = DomainText.lines(built);
        final Table table = Table.of("CPU", "domain", "field", "value");
        for (final String line : lines) {
            final int colon = line.indexOf(':');
            final String[] path = line.substring(0, colon).split("/", -1);
            table.row(number(path[1]), number(path[2]), path[3], line.substring(colon + 1).strip());
        }
        output.print(table, () -> String.join("\n", lines) + "\n", table::objects);
    }

    private static int number(final String name) {
        return Integer.parseInt(name.replaceAll("\\D", ""));
    }

    private static Table parts(final Topology topology) {
        final Table table = Table.of("level", "number", "CPUs");
        add(table, "package", topology.packages());
        add(table, "node", topology.nodes());
        add(table, "LLC", topology.llcs());
        add(table, "cluster", topology.clusters());
        add(table, "core", topology.cores());
        return table;
    }

    private static void add(final Table table, final String level, final Partition parts) {
        for (int part = 0; part < parts.count(); part++) {
            table.row(level, level.equals("node") ? parts.id(part) : part, parts.set(part).toString());
        }
    }
}
