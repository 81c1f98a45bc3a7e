package dev.perch.cli;

import dev.perch.report.study.Outcome;
import dev.perch.report.study.PublishedRow;
import dev.perch.report.study.Summary;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/** A reproduction as text for people, as a table, and as JSON for programs. */
final class ReproductionView {
    private final List<Outcome> outcomes;
    private final Summary summary;

    ReproductionView(final List<Outcome> outcomes) {
        this.outcomes = outcomes;
        summary = Summary.of(outcomes);
    }

    /** A table for each study and machine, then the summary. */
    String text() {
        final SequencedMap<String, Table> tables = new LinkedHashMap<>();
        outcomes.forEach(one -> add(tables.computeIfAbsent(one.row().heading(), heading -> Table.of("case", "load",
                "metric", "published", "candidate", "change% (std%)", "simulated", "candidate", "change%", "seeds",
                "")), one));
        return tables.entrySet().stream().map(entry -> entry.getKey() + "\n" + entry.getValue().aligned())
                .collect(Collectors.joining("\n", "", "\n")) + summaryTable().aligned();
    }

    private static void add(final Table table, final Outcome one) {
        final PublishedRow row = one.row();
        table.row(row.benchName(), row.load(),
                row.metric(), figure(row.baseline()), figure(row.candidate()),
                signed(row.changePct()) + (row.candidateStdPct() == null ? "" : " (" + row.candidateStdPct() + ")"),
                figure(one.baseline()), figure(one.candidate()), signed(one.changePct()),
                one.changePct() == null ? ""
                        : signed(one.leastChangePct()) + ".." + signed(one.mostChangePct()),
                one.note());
    }

    private static Double figure(final Double figure) {
        return rounded(figure, 1000);
    }

    private static Double rounded(final Double figure, final int parts) {
        return figure == null ? null : Math.round(figure * parts) / (double) parts;
    }

    private static String signed(final Double change) {
        return change == null ? "" : String.format(Locale.ROOT, "%+.2f", change);
    }

    private Table summaryTable() {
        final Table table = Table.of("agreement of", "rows", "modelled", "significant", "same sign", "median diff.",
                "rho", "beyond 50 points", "search rows", "Kunpeng throughput", "nr_scan");
        summary.parts().forEach((name, part) -> table.row(name, part.rows(), part.modelled(), part.significant(),
                share(part.sameSign(), part.significant()), rounded(part.medianPoints(), 100),
                rounded(part.rho(), 100),
                share(part.largeHit(), part.large()), share(part.searchHit(), part.search()),
                share(part.absoluteHit(), part.absolute()), share(part.exactHit(), part.exact())));
        return table;
    }

    static String share(final int part, final int whole) {
        return whole == 0 ? "" : String.format(Locale.ROOT, "%d of %d (%.0f%%)", part, whole, 100.0 * part / whole);
    }

    /** A row for each published row, every column. */
    Table table() {
        final Table table = Table.of(outcomes.getFirst().columns().keySet().toArray(String[]::new));
        outcomes.forEach(one -> table.row(one.columns().values().toArray()));
        return table;
    }

    /** The document that {@code --format json} prints. */
    Map<String, Object> json() {
        final Map<String, Object> document = new LinkedHashMap<>();
        document.put("rows", outcomes.stream().map(Outcome::columns).toList());
        document.put("summary", summary.columns());
        return document;
    }
}
