package dev.perch.cli;

import dev.perch.machines.Machine;
import dev.perch.report.chart.ComparisonChart;
import dev.perch.scheduler.Policies;
import dev.perch.scheduler.Policy;
import dev.perch.simulator.Comparison;
import dev.perch.simulator.Metric;
import dev.perch.simulator.RunResult;
import dev.perch.simulator.SearchForm;
import dev.perch.simulator.Settings;
import dev.perch.simulator.Workload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code perch compare}: a workload under several policies, as the table that a mailing-list patch needs. */
@Command(name = "compare", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Runs a workload in virtual time under a baseline and candidates; prints a mailing-list table.",
        footer = {"", "perch compare --machine kunpeng920 --nodes 0 --workload tbench --load 1,4,8 \\",
                "    --baseline linux-6.5 --candidate linux-6.5+CLUSTER_SCAN"})
final class CompareVerb implements Callable<Integer> {
    private static final int MOST_LOAD = 100_000;
    private static final double NANOS_A_SECOND = 1e9;

    @Spec
    private CommandSpec verb;

    @Mixin
    private Scene scene;

    @Option(names = "--workload", paramLabel = "NAME[:KEY=VALUE,...]", required = true,
            description = "What runs (perch list workloads).")
    private String workload;

    @Option(names = "--load", paramLabel = "N", split = ",", defaultValue = "1",
            description = "How much of it: clients, pairs, groups, copies; several with commas between (default: 1).")
    private List<Integer> loads;

    @Option(names = "--baseline", paramLabel = "POLICY", required = true,
            description = "What is compared with: a kernel and switches, as linux-6.5+CLUSTER_SCAN.")
    private String baseline;

    @Option(names = "--candidate", paramLabel = "POLICY", required = true, split = ",",
            description = "What is compared; several with commas between, or the option again.")
    private List<String> candidates;

    @Mixin
    private Plugins plugins;

    @Option(names = "--metrics", paramLabel = "KIND", split = ",",
            description = "Print further figures: search (efficiencies and rates of the idle search), search-time (a"
                    + " histogram of the time in select_idle_cpu), locks (how the runqueues' locks were waited for),"
                    + " switches (how often CPUs left tasks that slept, and that they preempted).")
    private List<FurtherMetric> metrics = List.of();

    @Option(names = "--search-form", paramLabel = "FORM",
            description = "Whose definition of search efficiency: schedtests or mmtests (default: schedtests).")
    private SearchForm searchForm;

    @Option(names = "--chart", paramLabel = "FILE.svg|png", converter = ChartFile.Reader.class,
            description = "Draw change and figures by load.")
    private ChartFile chart;

    @Mixin
    private RunOptions runs;

    @Option(names = "--verbose", description = "Tell on stderr how many wake-ups a second were simulated.")
    private boolean verbose;

    @Mixin
    private Output output;

    @Override
    public Integer call() throws IOException, InterruptedException {
        final Workload what = plugins.workload(workload);
        final Machine machine = scene.machine(what);
        if (loads.isEmpty()) {
            throw new IllegalArgumentException("--load names nothing: write a number, or several with commas between");
        }
        loads.forEach(CompareVerb::check);
        if (loads.stream().distinct().count() < loads.size()) {
            throw new IllegalArgumentException("--load names a load twice");
        } else if (candidates.isEmpty()) {
            throw new IllegalArgumentException(
                    "--candidate names nothing: write a policy, or several with commas between");
        }
        final boolean searches = metrics.contains(FurtherMetric.SEARCH) || output.format() == Output.Format.JSON;
        if (searchForm != null && !searches) {
            throw new IllegalArgumentException(
                    "--search-form says how search efficiency is told: add --metrics search");
        }
        final Settings settings = runs.settings(Settings.RUNS, what.span());
        final var comparison = new Comparison(machine, scene.cpus(machine), what, loads, policies(), settings);
        final List<Comparison.Row> rows = make(comparison);
        final var report = new ComparisonReport(comparison, rows,
                searchForm == null ? SearchForm.SCHEDTESTS : searchForm, Set.copyOf(metrics));
        if (output.format() == Output.Format.MARKDOWN) {
            output.write(report.markdown());
        } else {
            output.print(report.table(), report::text, report::json);
        }
        if (chart != null) {
            draw(new ComparisonChart(comparison, rows));
        }
        return 0;
    }

    private void draw(final ComparisonChart drawing) throws IOException {
        final String leftOut = drawing.leftOut().stream().map(Metric::name).collect(Collectors.joining(", "));
        chart.write(drawing);
        if (!leftOut.isEmpty()) {
            verb.commandLine().getErr().println("perch: note: " + Printable.line(chart.file().path().toString())
                    + " leaves out what no load has figures of to compare: " + leftOut);
        }
    }

    private static void check(final int load) {
        if (load < 1 || load > MOST_LOAD) {
            throw new IllegalArgumentException("--load " + load + " is outside 1 to " + MOST_LOAD);
        }
    }

    private List<Policy> policies() throws IOException {
        final Policies known = plugins.policies();
        final List<Policy> policies = new ArrayList<>(List.of(known.named(baseline)));
        for (final String candidate : candidates) {
            final Policy policy = known.named(candidate);
            if (policies.stream().anyMatch(other -> other.name().equals(policy.name()))) {
                throw new IllegalArgumentException("--candidate " + candidate + ": " + policy.name() + " is "
                        + (policy.name().equals(policies.getFirst().name()) ? "the baseline" : "a candidate")
                        + " already; name another, or leave it out");
            }
            policies.add(policy);
        }
        return policies;
    }

    private List<Comparison.Row> make(final Comparison comparison) throws InterruptedException {
        final var wakeUps = new LongAdder();
        final var nanos = new LongAdder();
        final List<Comparison.Row> rows;
        try (Progress progress = Progress.of(comparison.workload().caseName(), comparison.size())) {
            rows = comparison.make(runs.jobs(), (final RunResult result, final long cpuNanos) -> {
                wakeUps.add(result.allWakeUps());
                nanos.add(cpuNanos);
                progress.step();
            });
        }
        if (verbose) {
            verb.commandLine().getErr().printf(Locale.ROOT,
                    "%,d wake-ups simulated, %,.0f a second of one core's time%n",
                    wakeUps.sum(), wakeUps.sum() * NANOS_A_SECOND / nanos.sum());
        }
        rows.stream().collect(Collectors.groupingBy(Comparison.Row::load)).values().forEach(this::check);
        return rows;
    }

    /**
     * A run in which nothing was completed has nothing to compare: none of its figures is a number, or one tells it. A
     * share may be anything, and single figures may be missing.
     */
    private void check(final List<Comparison.Row> figures) {
        for (int policy = 0; policy < figures.getFirst().cells().size(); policy++) {
            final int number = policy;
            if (figures.stream().allMatch(row -> Double.isNaN(row.cells().get(number).mean()))
                    || figures.stream().anyMatch(row -> isNothing(row.metric(), row.cells().get(number).mean()))) {
                throw new IllegalArgumentException("--duration is too short, or the workload does nothing: with --load "
                        + figures.getFirst().load() + " under " + figures.getFirst().cells().get(number).policy().name()
                        + " nothing was completed; lengthen it (or --warmup), or see whether a task waits for ever or"
                        + " takes no time");
            }
        }
    }

    private static boolean isNothing(final Metric metric, final double mean) {
        return mean == Double.POSITIVE_INFINITY || !metric.share() && mean <= 0;
    }
}
