package dev.perch.cli;

import dev.perch.report.study.Journal;
import dev.perch.report.study.Outcome;
import dev.perch.report.study.Reproduction;
import dev.perch.report.study.RowsFile;
import dev.perch.report.study.Sensitivity;
import dev.perch.report.study.Study;
import dev.perch.report.study.StudyPage;
import dev.perch.simulator.Settings;
import dev.perch.simulator.Span;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code perch reproduce [STUDY]}: published tables, run again in virtual time. */
@Command(name = "reproduce", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Runs published tables again in virtual time; prints published beside simulated figures.",
        footer = {"", "With --out FILE the finished runs are kept in FILE.runs, and not made again.", "",
                "perch reproduce cluster-wakeup", "perch reproduce --rows my-rows.tsv --format json --out FILE"})
final class ReproduceVerb implements Callable<Integer> {
    @Parameters(paramLabel = "STUDY", arity = "0..1",
            description = "Only this study's rows (perch list studies); all without.")
    private String study;

    @Option(names = "--rows", paramLabel = "FILE",
            description = "Rows to run: tab-separated, with the columns of the bundled published.tsv; figures may be"
                    + " empty (default: the bundled rows).")
    private Path file;

    @Option(names = "--html", paramLabel = "FILE", converter = OutputFile.Reader.class,
            description = "Write one HTML page with every table and a scatter.")
    private OutputFile html;

    @Option(names = "--sensitivity",
            description = "Run the rows again with each constant of machine and kernel 20 %% smaller and larger, and print"
                    + " what their agreement becomes. Some 80 times as many runs: choose rows, and keep them by --out.")
    private boolean sensitivity;

    @Mixin
    private RunOptions runs;

    @Mixin
    private Output output;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (sensitivity && html != null) {
            throw new IllegalArgumentException("--sensitivity makes no page: leave out --html");
        } else if (html != null && kept().filter(journal -> WrittenFiles.isSame(html.path(), journal)).isPresent()) {
            throw new IllegalArgumentException(
                    "--html " + html.path() + ": --out keeps finished runs in that file: name another");
        }
        final RowsFile rows = rows();
        if (sensitivity) {
            return vary(rows);
        }
        final List<Outcome> outcomes;
        try (Journal journal = journal()) {
            final var reproduction = new Reproduction(rows, this::settings, journal);
            try (Progress progress = Progress.of("reproduce", reproduction.size())) {
                outcomes = reproduction.make(runs.jobs(), progress::step);
            }
        }
        final var view = new ReproductionView(outcomes);
        output.print(view.table(), view::text, view::json);
        if (html != null) {
            html.write(StudyPage.of(outcomes));
        }
        return 0;
    }

    private int vary(final RowsFile rows) throws IOException, InterruptedException {
        if (rows.rows().stream().allMatch(row -> row.baseline() == null && row.changePct() == null)) {
            throw new IllegalArgumentException("--sensitivity tells what agreement with published figures becomes, and "
                    + "no row has any: leave it out, or choose other rows");
        }
        try (Journal journal = journal()) {
            final var all = new Sensitivity(rows, this::settings, journal);
            try (Progress progress = Progress.of("sensitivity", all.size())) {
                final var view = new SensitivityView(all.make(runs.jobs(), progress::step));
                final Table table = view.table();
                output.print(table, table::aligned, view::json);
            }
        }
        return 0;
    }

    private Settings settings(final Span usual) {
        return runs.settings(Settings.RUNS_OF_A_STUDY, usual);
    }

    private RowsFile rows() throws IOException {
        final RowsFile all = file == null ? RowsFile.bundled() : RowsFile.read(file);
        return study == null ? all : all.of(Study.named(study));
    }

    /** Where finished runs are kept; empty where nothing is written that lasts. */
    private Optional<Path> kept() {
        return output.file().filter(OutputFile::isRegular).map(out -> Path.of(out.path() + ".runs"));
    }

    private Journal journal() throws IOException {
        final Optional<Path> kept = kept();
        return kept.isPresent() ? Journal.open(kept.get()) : Journal.none();
    }
}
