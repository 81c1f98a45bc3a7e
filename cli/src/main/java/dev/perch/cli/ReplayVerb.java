package dev.perch.cli;

import dev.perch.machines.Machine;
import dev.perch.machines.Machines;
import dev.perch.replay.RecordedKernel;
import dev.perch.replay.Replay;
import dev.perch.replay.ReplayReport;
import dev.perch.scheduler.Feature;
import dev.perch.scheduler.Policies;
import dev.perch.scheduler.Policy;
import dev.perch.traces.Recording;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code perch replay TRACE}: the recorded wake-ups under other policies. */
@Command(name = "replay", mixinStandardHelpOptions = true,
        description = "Decides a recording's wake-ups again: by its own kernel's policy and by others.")
final class ReplayVerb implements Callable<Integer> {
    @Parameters(paramLabel = "TRACE", description = "The recording.")
    private Path trace;

    @Option(names = "--machine", paramLabel = "M", required = true,
            description = "The machine it was made on: a name of the catalogue or a file.")
    private String machine;

    @Option(names = "--candidate", paramLabel = "P", arity = "1..*", split = ",",
            description = "Policies to decide the same wake-ups.")
    private List<String> candidates = List.of();

    @Option(names = "--kernel", paramLabel = "P",
            description = "The policy of the kernel that made it; without, what the recording or the files beside it tell.")
    private String kernel;

    @Option(names = "--differences",
            description = "Show where the kernel's own policy decided otherwise, and which unrecorded state could explain it.")
    private boolean differences;

    @Mixin
    private Output output;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        final Machine on = Machines.find(machine);
        final List<Policy> others = candidates.stream().map(Policies.kernels()::named).toList();
        try (Recording recording = Recording.open(trace)) {
            final var replay = new Replay(recording);
            final String from;
            final Policy own;
            if (kernel == null) {
                final RecordedKernel recorded = RecordedKernel.of(trace, replay.summary().kernel(),
                        on.topology());
                own = recorded.policy();
                from = recorded.from();
            } else {
                own = Policies.kernels().named(kernel);
                from = "--kernel";
            }
            others.stream().filter(policy -> policy.has(Feature.SIS_PROP)).forEach(this::warn);
            final ReplayReport report = replay.under(on.topology(), own, others);
            final var view = new ReplayView(report, machine, from, differences);
            output.print(view.table(), view::text, view::json);
        }
        return 0;
    }

    private void warn(final Policy policy) {
        spec.commandLine().getErr().println("perch: note: " + policy.name()
                + " limits its searches by idle times over scan costs (SIS_PROP): the recording tells the first,"
                + " 50 ns a runqueue are assumed for the second");
    }
}
