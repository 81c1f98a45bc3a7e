package dev.perch.cli;

import dev.perch.report.recording.AnalysisJson;
import dev.perch.report.recording.RecordingFiles;
import dev.perch.topology.Topology;
import dev.perch.traces.Names;
import dev.perch.traces.Recording;
import dev.perch.traces.Summary;
import dev.perch.traces.analysis.Analysis;
import dev.perch.traces.analysis.Findings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code perch analyze TRACE}: where a recording's wake-ups landed, and what that cost. */
@Command(name = "analyze", mixinStandardHelpOptions = true,
        description = "Shows where a recording's wake-ups landed and what that cost.")
final class AnalyzeVerb implements Callable<Integer> {
    private static final int MIB = 20;

    @Parameters(paramLabel = "TRACE", arity = "0..1", description = "The recording.")
    private Path trace;

    @Option(names = "--machine", paramLabel = "M",
            description = "The machine it was made on: a name of the catalogue or a file;"
                    + " without, what lies beside the recording, else a guess.")
    private String machine;

    @Option(names = "--how", description = "Print how to record what this needs, and what that costs.")
    private boolean how;

    @Option(names = "--html", paramLabel = "FILE", converter = OutputFile.Reader.class,
            description = "Write a self-contained page: the timeline to zoom into, histograms, who wakes whom, all tables.")
    private OutputFile page;

    @Option(names = "--perfetto", paramLabel = "FILE", converter = OutputFile.Reader.class,
            description = "Write a Perfetto trace: the events, and each wake-up with what was found about it.")
    private OutputFile perfetto;

    @Option(names = "--events", paramLabel = "FILE", converter = OutputFile.Reader.class,
            description = "Write a Parquet table for databases: a row an event.")
    private OutputFile events;

    @Mixin
    private Plugins plugins;

    @Mixin
    private Output output;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (how && !spec.commandLine().getParseResult().matchedArgs().stream().allMatch(AnalyzeVerb::goesWithHow)) {
            throw new ParameterException(spec.commandLine(),
                    "--how tells how to record: give it alone, or the rest without it");
        } else if (how) {
            output.write(HowToRecord.text());
            return 0;
        } else if (trace == null) {
            throw new ParameterException(spec.commandLine(),
                    "name the recording to analyze; --how tells how to make one");
        }
        try (Recording recording = Recording.open(trace, plugins.readers())) {
            final RecordedMachine on = RecordedMachine.of(machine, recording);
            try (RecordingFiles files = files(on.topology(), recording.names())) {
                analyze(recording, on, files);
            }
        }
        return 0;
    }

    private static boolean goesWithHow(final ArgSpec given) {
        return given instanceof final OptionSpec option
                && Set.of("--how", "--out", "--stack-trace").contains(option.longestName());
    }

    private RecordingFiles files(final Topology machine, final Names names) throws IOException {
        final var files = new RecordingFiles(trace, machine, names);
        try {
            if (page != null) {
                files.addPage(page.path());
            }
            if (perfetto != null) {
                files.addPerfetto(perfetto.path());
            }
            if (events != null) {
                files.addEvents(events.path());
            }
            return files;
        } catch (final IOException | RuntimeException e) {
            files.close();
            throw e;
        }
    }

    private void analyze(final Recording recording, final RecordedMachine on, final RecordingFiles files)
            throws IOException {
        final var analysis = new Analysis(on.topology(), recording.names(), files);
        final Summary summary;
        try (Progress bar = Progress.of("MiB", (int) (Files.size(trace) >> MIB))) {
            summary = recording.readOn(on.topology(), analysis, (done, total) -> bar.stepTo(done >> MIB));
        }
        final Findings found = analysis.findings(summary);
        final String file = trace.getFileName().toString();
        final String from = on.from(summary);
        final var view = new AnalyzeView(file, found, from);
        output.print(view.table(), view::text, () -> AnalysisJson.of(file, found, from));
        files.finish(found, from);
    }
}
