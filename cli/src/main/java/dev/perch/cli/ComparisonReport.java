package dev.perch.cli;

import dev.perch.scheduler.Policy;
import dev.perch.simulator.Cell;
import dev.perch.simulator.Comparison;
import dev.perch.simulator.Comparison.Row;
import dev.perch.simulator.LockStatistics;
import dev.perch.simulator.Metric;
import dev.perch.simulator.SearchForm;
import dev.perch.simulator.SearchStatistics;
import dev.perch.simulator.SearchTimes;
import dev.perch.simulator.Settings;
import dev.perch.simulator.Span;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A comparison as text for people, as a table, and as JSON for programs. */
final class ComparisonReport {
    private static final double NANOS_A_SECOND = 1e9;
    private static final double NANOS_A_MILLI = 1e6;

    private final Comparison comparison;
    private final List<Row> rows;
    private final SearchForm form;
    private final Set<FurtherMetric> further;

    ComparisonReport(final Comparison comparison, final List<Row> rows, final SearchForm form,
            final Set<FurtherMetric> further) {
        this.comparison = comparison;
        this.rows = rows;
        this.form = form;
        this.further = further;
    }

    /** The head, a mailing-list table for each metric, what to know of them and, where asked for, further figures. */
    String text() {
        return head() + comparison.workload().metrics().stream().map(this::mailingList).collect(Collectors.joining())
                + parts() + missing()
                + Stream.of(FurtherMetric.values()).filter(further::contains)
                        .map(kind -> "\n" + figures(kind).aligned()).collect(Collectors.joining());
    }

    private String head() {
        final List<Metric> metrics = comparison.workload().metrics();
        return Printable
                .line(where() + (metrics.size() == 1 ? ": " + about(metrics.getFirst()) : "") + "; " + howLong())
                + "\n" + Printable.line(who()) + "\n"
                + (costsFrom().isEmpty() ? "" : Printable.line("costs of " + costsFrom()) + "\n");
    }

    /** The table as Markdown, below a line that tells what else one must know of it. */
    String markdown() {
        return Printable.line(where() + "; " + howLong() + ", warm-up "
                + seconds(comparison.settings().span().warmUpNanos()) + ", seed " + comparison.settings().seed() + "; "
                + who()
                + (costsFrom().isEmpty() ? "" : "; costs of " + costsFrom())) + "\n\n" + briefTable().markdown();
    }

    private String where() {
        return comparison.workload().name() + " on " + comparison.machine().name() + ", CPUs " + comparison.cpus();
    }

    private String howLong() {
        final Settings settings = comparison.settings();
        return (settings.runs() == 1 ? "1 run" : settings.runs() + " runs") + " " + length(settings.span());
    }

    private String who() {
        return "baseline " + comparison.policies().getFirst().name() + "; compare "
                + comparison.policies().stream().skip(1).map(Policy::name).collect(Collectors.joining(", "));
    }

    private String costsFrom() {
        return comparison.machine().costsFrom();
    }

    private String length(final Span span) {
        return comparison.workload().runsToCompletion()
                ? "to completion, at most " + seconds(span.warmUpNanos() + span.durationNanos()) + " simulated"
                : (span.isCutShort() ? "of at most " : "of ") + seconds(span.durationNanos());
    }

    private static String seconds(final long nanos) {
        return trimmed(nanos / NANOS_A_SECOND) + " s";
    }

    /** Which figures stand for more than was simulated. */
    private String parts() {
        final String parts = loads().stream().filter(row -> row.cells().stream().anyMatch(ComparisonReport::isPart))
                .map(row -> String.format(Locale.ROOT, "%s: of %,d %s %s%n", load(row),
                        row.baseline().part().whole(), row.baseline().part().unit(),
                        row.cells().stream().filter(ComparisonReport::isPart)
                                .map(cell -> String.format(Locale.ROOT, "%,d simulated under %s", cell.part().done(),
                                        cell.policy().name()))
                                .collect(Collectors.joining(", "))))
                .collect(Collectors.joining());
        return parts.isEmpty() ? ""
                : "\nnot simulated to completion; the rest counts at the rate after the first "
                        + seconds(comparison.settings().span().warmUpNanos()) + "\n" + parts;
    }

    private static boolean isPart(final Cell cell) {
        return !cell.part().isWhole();
    }

    /** Which figures are blank, and why. */
    private String missing() {
        final String names = rows.stream()
                .filter(row -> row.cells().stream().anyMatch(cell -> Double.isNaN(cell.mean())))
                .map(row -> row.metric().name()).distinct().collect(Collectors.joining(", "));
        return names.isEmpty() ? ""
                : "\nblank, since runs as short as these hold nothing to take it from, or no runs would: " + names
                        + "\n";
    }

    private static String about(final Metric metric) {
        return metric.name() + ", " + metric.unit() + ", " + better(metric) + " is better";
    }

    private static String trimmed(final double number) {
        return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
    }

    private String mailingList(final Metric metric) {
        final var text = new StringBuilder("\n");
        if (comparison.workload().metrics().size() > 1) {
            text.append(about(metric)).append('\n');
        }
        text.append(String.format(Locale.ROOT, "%-18s%-14s%22s", "case", "load", "baseline(std%)"));
        rows.getFirst().candidates().forEach(candidate -> text.append(String.format("%20s", "compare%( std%)")));
        text.append('\n');
        for (final Row row : rowsOf(metric)) {
            text.append(String.format(Locale.ROOT, "%-18s%-14s%12s (%6s)", comparison.workload().caseName(),
                    load(row), figure(row.baseline().mean()), number("%.2f", row.baseline().stdPercent())));
            row.candidates().forEach(candidate -> text.append(String.format(Locale.ROOT, "%11s (%6s)",
                    number("%+.2f", row.change(candidate)), number("%.2f", candidate.stdPercent()))));
            text.append('\n');
        }
        return text.toString();
    }

    private static String figure(final double number) {
        return number("%." + places(number) + "f", number);
    }

    private static String number(final String form, final double number) {
        return Double.isFinite(number) ? String.format(Locale.ROOT, form, number) : "";
    }

    /** Two, or as many as three digits of a small number need. */
    private static int places(final double number) {
        return number == 0 || !Double.isFinite(number) ? 2
                : Math.max(2, 2 - (int) Math.floor(Math.log10(Math.abs(number))));
    }

    private List<Row> rowsOf(final Metric metric) {
        return rows.stream().filter(row -> row.metric().equals(metric)).toList();
    }

    private String load(final Row row) {
        return row.load() + "-" + comparison.workload().loadUnit();
    }

    private Table figures(final FurtherMetric kind) {
        return switch (kind) {
            case SEARCH -> searches();
            case SEARCH_TIME -> searchTimes();
            case LOCKS -> locks();
            case SWITCHES -> switches();
        };
    }

    private List<Row> loads() {
        return rowsOf(rows.getFirst().metric());
    }

    private Table searches() {
        final var table = Table.of("case", "load", "policy", "se_eff%", "dom_eff%", "fast_rate%", "success_rate%");
        loads().forEach(row -> row.cells().forEach(cell -> {
            final SearchStatistics searches = cell.searches();
            table.row(comparison.workload().caseName(), load(row), cell.policy().name(),
                    rounded(searches.efficiency(form)), rounded(searches.domainEfficiency(form)),
                    rounded(searches.fastRate()), rounded(searches.successRate()));
        }));
        return table;
    }

    /** Beside each other the policies' scans by the time they took, up to the longest. */
    private Table searchTimes() {
        final List<String> columns = new ArrayList<>(List.of("case", "load", "us_from"));
        comparison.policies().forEach(policy -> columns.add(policy.name()));
        final Table table = Table.of(columns.toArray(String[]::new));
        for (final Row row : loads()) {
            final int last = IntStream.range(0, SearchTimes.BUCKETS).filter(bucket -> row.cells().stream()
                    .anyMatch(cell -> cell.searches().times().count(bucket) > 0)).max().orElse(0);
            for (int bucket = 0; bucket <= last; bucket++) {
                final List<Object> cells = new ArrayList<>(List.of(comparison.workload().caseName(), load(row),
                        SearchTimes.from(bucket)));
                for (final Cell cell : row.cells()) {
                    cells.add(cell.searches().times().count(bucket));
                }
                table.row(cells.toArray());
            }
        }
        return table;
    }

    private Table locks() {
        final var table = Table.of("case", "load", "policy", "taken", "waited", "waited%", "wait_ms");
        loads().forEach(row -> row.cells().forEach(cell -> {
            final LockStatistics locks = cell.locks();
            table.row(comparison.workload().caseName(), load(row), cell.policy().name(), locks.taken(),
                    locks.waited(), rounded(locks.waitedPercent()), rounded(locks.waitNanos() / NANOS_A_MILLI));
        }));
        return table;
    }

    private Table switches() {
        final var table = Table.of("case", "load", "policy", "blocked", "preempted", "preempted%");
        loads().forEach(row -> row.cells().forEach(cell -> table.row(comparison.workload().caseName(), load(row),
                cell.policy().name(), cell.switches().blocked(), cell.switches().preempted(),
                rounded(cell.switches().preemptedPercent()))));
        return table;
    }

    /** A row for each load, metric and candidate, with every figure as JSON has it, and what tells files apart. */
    Table table() {
        final Table table = table(ComparisonReport::exact);
        final List<String> columns = new ArrayList<>(
                List.of("machine", "costs_from", "workload", "cpus", "runs", "seed",
                        "warm_up_ns", "duration_ns"));
        columns.addAll(table.columns());
        final Table named = Table.of(columns.toArray(String[]::new));
        table.rows().forEach(row -> {
            final Settings settings = comparison.settings();
            final List<Object> cells = new ArrayList<>(List.of(comparison.machine().name(), costsFrom(),
                    comparison.workload().name(), comparison.cpus().toString(), settings.runs(), settings.seed(),
                    settings.span().warmUpNanos(), settings.span().durationNanos()));
            cells.addAll(row);
            named.row(cells.toArray());
        });
        return named;
    }

    /** The same without those, and with as many digits as people read. */
    private Table briefTable() {
        return table(number -> Double.isFinite(number)
                ? BigDecimal.valueOf(number).setScale(places(number), RoundingMode.HALF_UP)
                : null);
    }

    private Table table(final DoubleFunction<Object> shown) {
        final List<String> columns = new ArrayList<>(List.of("case", "load", "metric", "unit", "better", "baseline",
                "baseline_mean", "baseline_std_pct", "candidate", "candidate_mean", "candidate_std_pct", "change_pct"));
        for (final String side : List.of("baseline", "candidate")) {
            furtherMap(rows.getFirst().baseline()).keySet().forEach(key -> columns.add(side + "_" + key));
        }
        final Table table = Table.of(columns.toArray(String[]::new));
        for (final Row row : rows) {
            for (final Cell candidate : row.candidates()) {
                table.row(cells(row, candidate, shown).toArray());
            }
        }
        return table;
    }

    private List<Object> cells(final Row row, final Cell candidate, final DoubleFunction<Object> shown) {
        final Cell baseline = row.baseline();
        final List<Object> cells = new ArrayList<>(Arrays.asList(comparison.workload().caseName(), row.load(),
                row.metric().name(), row.metric().unit(), better(row.metric()), baseline.policy().name(),
                shown.apply(baseline.mean()), shown.apply(baseline.stdPercent()), candidate.policy().name(),
                shown.apply(candidate.mean()), shown.apply(candidate.stdPercent()),
                shown.apply(row.change(candidate))));
        cells.addAll(furtherMap(baseline).values());
        cells.addAll(furtherMap(candidate).values());
        return cells;
    }

    private static String better(final Metric metric) {
        return metric.better().name().toLowerCase(Locale.ROOT);
    }

    /** The document that {@code --format json} prints. */
    Map<String, Object> json() {
        final Map<String, Object> document = new LinkedHashMap<>();
        document.put("machine", comparison.machine().topology().name());
        document.put("costs_from", costsFrom());
        document.put("workload", comparison.workload().name());
        document.put("baseline", comparison.policies().getFirst().name());
        document.put("cpus", comparison.cpus().toString());
        document.put("runs", comparison.settings().runs());
        document.put("seed", comparison.settings().seed());
        document.put("warm_up_ns", comparison.settings().span().warmUpNanos());
        document.put("duration_ns", comparison.settings().span().durationNanos());
        document.put("rows", rows.stream().map(this::json).toList());
        return document;
    }

    private Map<String, Object> json(final Row row) {
        final Map<String, Object> object = new LinkedHashMap<>();
        object.put("case", comparison.workload().caseName());
        object.put("load", row.load());
        object.put("metric", row.metric().name());
        object.put("unit", row.metric().unit());
        object.put("better", better(row.metric()));
        final Map<String, Object> baseline = json(row.baseline());
        putFurther(baseline, row.baseline());
        object.put("baseline", baseline);
        object.put("candidates", row.candidates().stream().map(candidate -> {
            final Map<String, Object> cell = json(candidate);
            cell.put("change_pct", exact(row.change(candidate)));
            putFurther(cell, candidate);
            return cell;
        }).toList());
        return object;
    }

    private Map<String, Object> json(final Cell cell) {
        final Map<String, Object> object = new LinkedHashMap<>();
        object.put("policy", cell.policy().name());
        object.put("mean", exact(cell.mean()));
        object.put("std_pct", exact(cell.stdPercent()));
        putPart(object, cell);
        return object;
    }

    private void putFurther(final Map<String, Object> object, final Cell cell) {
        object.put("search", searchMap(cell));
        if (further.contains(FurtherMetric.SEARCH_TIME)) {
            object.put("search_time", searchTimeMap(cell));
        }
        if (further.contains(FurtherMetric.LOCKS)) {
            object.put("locks", lockMap(cell));
        }
        if (further.contains(FurtherMetric.SWITCHES)) {
            object.put("switches", switchMap(cell));
        }
    }

    private void putPart(final Map<String, Object> object, final Cell cell) {
        if (comparison.workload().runsToCompletion()) {
            object.put("simulated_pct", cell.part().percent());
        }
    }

    private Map<String, Object> furtherMap(final Cell cell) {
        final Map<String, Object> all = new LinkedHashMap<>();
        putPart(all, cell);
        if (further.contains(FurtherMetric.SEARCH)) {
            all.putAll(searchMap(cell));
        }
        if (further.contains(FurtherMetric.SEARCH_TIME)) {
            all.putAll(searchTimeMap(cell));
        }
        if (further.contains(FurtherMetric.LOCKS)) {
            all.putAll(lockMap(cell));
        }
        if (further.contains(FurtherMetric.SWITCHES)) {
            all.putAll(switchMap(cell));
        }
        return all;
    }

    private static Map<String, Object> searchTimeMap(final Cell cell) {
        final Map<String, Object> object = new LinkedHashMap<>();
        for (int bucket = 0; bucket < SearchTimes.BUCKETS; bucket++) {
            object.put(SearchTimes.figure(bucket), cell.searches().times().count(bucket));
        }
        return object;
    }

    private static Map<String, Object> lockMap(final Cell cell) {
        final LockStatistics locks = cell.locks();
        final Map<String, Object> object = new LinkedHashMap<>();
        object.put("lock_taken", locks.taken());
        object.put("lock_waited", locks.waited());
        object.put("lock_waited_pct", rounded(locks.waitedPercent()));
        object.put("lock_wait_ns", locks.waitNanos());
        return object;
    }

    private static Map<String, Object> switchMap(final Cell cell) {
        final Map<String, Object> object = new LinkedHashMap<>();
        object.put("switches_blocked", cell.switches().blocked());
        object.put("switches_preempted", cell.switches().preempted());
        object.put("switches_preempted_pct", rounded(cell.switches().preemptedPercent()));
        return object;
    }

    private Map<String, Object> searchMap(final Cell cell) {
        final SearchStatistics searches = cell.searches();
        final Map<String, Object> object = new LinkedHashMap<>();
        object.put("sis_search", searches.searches());
        object.put("sis_domain_search", searches.domainSearches());
        object.put("sis_scanned", searches.scanned());
        object.put("sis_failed", searches.failed());
        object.put("se_eff_pct", rounded(searches.efficiency(form)));
        object.put("dom_eff_pct", rounded(searches.domainEfficiency(form)));
        object.put("fast_rate_pct", rounded(searches.fastRate()));
        object.put("success_rate_pct", rounded(searches.successRate()));
        return object;
    }

    /** As it is; null where there is no such number. */
    private static Double exact(final double number) {
        return Double.isFinite(number) ? number : null;
    }

    /** To the hundredth; null where there is no such number, for a table leaves that cell empty. */
    private static Double rounded(final double number) {
        return Double.isFinite(number) ? Math.round(number * 100) / 100.0 : null;
    }
}
