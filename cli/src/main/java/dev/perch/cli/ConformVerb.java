package dev.perch.cli;

import dev.perch.cli.conform.Conformity;
import dev.perch.cli.conform.DecisionLoop;
import dev.perch.cli.conform.DecisionTiming;
import dev.perch.scheduler.Policies;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code perch conform FILE…}: holds the engine against the kernel's own answers. */
@Command(name = "conform", mixinStandardHelpOptions = true,
        description = "Checks scenario files: every answer of the engine against the kernel's.")
final class ConformVerb implements Callable<Integer> {
    private static final int DIFFERS = 1;
    private static final int SHOWN = 10;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Files of scenarios (jsonl, plain or gzipped).")
    private List<Path> files;

    @Option(names = "--time", description = "Measure how long a decision takes over files of decisions, and print the "
            + "minimum and median of many repetitions.")
    private boolean time;

    @Option(names = "--show", paramLabel = "N",
            description = "Tell the first N differences of a file (default: " + SHOWN
                    + "): on stderr, and with --format json beside its counts.")
    private Integer shown;

    @Mixin
    private Plugins plugins;

    @Mixin
    private Output output;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (shown != null && shown < 0) {
            throw new IllegalArgumentException("--show " + shown + " is below 0");
        } else if (shown != null && time) {
            throw new IllegalArgumentException("--show prints differences, and --time looks for none: leave one out");
        }
        final Policies policies = plugins.policies();
        return time ? time(policies) : check(policies);
    }

    private int time(final Policies policies) throws IOException {
        final Table table = Table.of("file", "ns min", "ns median", "probes");
        for (final Path file : files) {
            final DecisionTiming timing = DecisionTiming.of(new DecisionLoop(file, policies));
            table.row(file.getFileName().toString(), tenths(timing.minNanos()), tenths(timing.medianNanos()),
                    tenths(timing.probes()));
        }
        output.print(table);
        return 0;
    }

    private static double tenths(final double value) {
        return Math.round(value * 10) / 10.0;
    }

    private int check(final Policies policies) throws IOException {
        final PrintWriter err = spec.commandLine().getErr();
        final Table table = Table.of("file", "scenarios", "fields", "differ", "broken", "seconds");
        final List<List<Conformity.Difference>> told = new ArrayList<>(); // of each row
        long scenarios = 0;
        long differing = 0;
        long broken = 0;
        boolean bad = false;
        for (final Path file : files) {
            final var report = new Differences(err, shown == null ? SHOWN : shown);
            final var conformity = new Conformity(file, policies, report::add, report::broken);
            final long start = System.nanoTime();
            try {
                conformity.check();
                if (isNothing(conformity)) {
                    throw new IOException(file + (conformity.scenarios() == 0 ? ": holds no scenario"
                            : ": no scenario expects anything") + ", so nothing was checked");
                }
            } catch (final IOException e) {
                bad = true;
                new Failure(err, () -> false).report(e);
            }
            report.summarise();
            scenarios += conformity.scenarios();
            differing += conformity.differing();
            broken += conformity.broken();
            if (!isNothing(conformity)) {
                table.row(file.toString(), conformity.scenarios(), conformity.fields(), conformity.differing(),
                        conformity.broken(), tenths((System.nanoTime() - start) / 1e9));
                told.add(report.first);
            }
        }
        if (!table.rows().isEmpty()) {
            final String all = String.format(Locale.ROOT, "%n%,d scenarios: %,d differ; %,d broken lines%n", scenarios,
                    differing, broken);
            output.print(table, () -> table.aligned() + all, () -> objects(table, told));
        }
        return bad || broken > 0 ? Failure.BAD_INPUT : differing > 0 ? DIFFERS : 0;
    }

    private static List<Map<String, Object>> objects(final Table table,
            final List<List<Conformity.Difference>> differences) {
        final List<Map<String, Object>> objects = table.objects();
        for (int file = 0; file < objects.size(); file++) {
            objects.get(file).put("differences",
                    differences.get(file).stream().map(Conformity.Difference::columns).toList());
        }
        return objects;
    }

    private static boolean isNothing(final Conformity conformity) {
        return conformity.fields() + conformity.broken() == 0;
    }

    /** Prints and keeps the first differences, and counts them all by field. */
    private static final class Differences {
        private static final int BROKEN_SHOWN = 10;

        private final PrintWriter err;
        private final int shown;
        private final Map<String, Long> byField = new TreeMap<>();
        private final List<Conformity.Difference> first = new ArrayList<>();
        private long found;
        private int broken;

        Differences(final PrintWriter err, final int shown) {
            this.err = err;
            this.shown = shown;
        }

        void add(final Conformity.Difference difference) {
            byField.merge(difference.field(), 1L, Long::sum);
            found++;
            if (first.size() < shown) {
                first.add(difference);
                err.println(Printable.line(difference.toString()));
            }
        }

        void broken(final String message) {
            if (broken++ < BROKEN_SHOWN) {
                err.println("perch: " + Printable.line(message));
            }
        }

        void summarise() {
            if (broken > BROKEN_SHOWN) {
                err.println("perch: and " + (broken - BROKEN_SHOWN) + " more broken lines");
            }
            if (found > shown) {
                err.println(Printable.line("… by field: " + byField));
            }
        }
    }
}
