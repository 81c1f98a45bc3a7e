package dev.perch.cli;

import dev.perch.replay.RecordedKernel;
import dev.perch.replay.Replay;
import dev.perch.replay.ReplayReport;
import dev.perch.scheduler.Feature;
import dev.perch.scheduler.Policies;
import dev.perch.scheduler.Policy;
import dev.perch.traces.Recording;
import java.io.IOException;
import java.nio.file.Files;
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
    private static final int MIB = 20;

    @Parameters(paramLabel = "TRACE", description = "The recording.")
    private Path trace;

    @Option(names = "--machine", paramLabel = "M",
            description = "The machine it was made on: a name of the catalogue or a file; without, what lies beside it.")
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
    private Plugins plugins;

    @Mixin
    private Output output;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        final Policies policies = plugins.policies();
        final List<Policy> others = candidates.stream().map(policies::named).toList();
        if (others.stream().map(Policy::name).distinct().count() < others.size()) {
            throw new IllegalArgumentException("--candidate names a policy twice");
        }
        try (Recording recording = Recording.open(trace, plugins.readers());
                Progress bar = Progress.of("MiB", 2 * (int) (Files.size(trace) >> MIB))) {
            final RecordedMachine on = RecordedMachine.of(machine, recording);
            final var replay = new Replay(recording, on.topology(), new TwoReadings(bar));
            final String from;
            final Policy own;
            if (kernel == null) {
                final RecordedKernel recorded = RecordedKernel.of(trace, replay.summary().kernel(),
                        on.topology());
                own = recorded.policy();
                from = recorded.from();
            } else {
                own = policies.named(kernel);
                from = "--kernel";
            }
            others.forEach(this::tellAssumptions);
            final ReplayReport report = replay.under(own, others);
            final var view = new ReplayView(report, replay.summary(),
                    machine == null ? on.topology().name() : machine,
                    on.from(replay.summary()), from, differences);
            output.print(view.table(), view::text, view::json);
        }
        return 0;
    }

    /** Shows two readings of one file as one bar. */
    private static final class TwoReadings implements dev.perch.traces.Progress {
        private final Progress bar;
        private long before;
        private long last;

        TwoReadings(final Progress bar) {
            this.bar = bar;
        }

        @Override
        public void at(final long done, final long total) {
            if (done < last) {
                before = total;
            }
            last = done;
            bar.stepTo(before + done >> MIB);
        }
    }

    private void tellAssumptions(final Policy policy) {
        if (policy.has(Feature.SIS_PROP)) {
            note(policy.name()
                    + " limits its searches by idle times over scan costs (SIS_PROP): the recording tells the"
                    + " first, 50 ns a runqueue are assumed for the second");
        }
        if (policy.has(Feature.SCHED_CACHE)) {
            note(policy.name() + " follows where each address space's tasks run (SCHED_CACHE): which tasks share one no"
                    + " recording tells; all that a task forks are taken to, until they start a program, and ticks to"
                    + " find tasks in user mode");
        }
    }

    private void note(final String text) {
        spec.commandLine().getErr().println("perch: note: " + text);
    }
}
