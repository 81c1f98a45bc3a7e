package dev.perch.cli;

import dev.perch.report.study.Agreement;
import dev.perch.report.study.Sensitivity;
import java.util.List;
import java.util.Map;

/** What agreement becomes with other constants: as a table, and as JSON for programs. */
record SensitivityView(List<Sensitivity.Row> rows) {
    /** A line for the model as it stands, then one for each constant and way. */
    Table table() {
        final Table table = Table.of("constant", "times", "significant", "same sign", "median diff.", "rho",
                "beyond 50 points", "search rows", "Kunpeng throughput");
        rows.forEach(row -> {
            final Agreement part = row.agreement();
            table.row(row.constant().isEmpty() ? "(as it stands)" : row.constant(), row.factor(), part.significant(),
                    ReproductionView.share(part.sameSign(), part.significant()), part.medianPoints(), part.rho(),
                    ReproductionView.share(part.largeHit(), part.large()),
                    ReproductionView.share(part.searchHit(), part.search()),
                    ReproductionView.share(part.absoluteHit(), part.absolute()));
        });
        return table;
    }

    /** The document that {@code --format json} prints. */
    Map<String, Object> json() {
        return Map.of("rows", rows.stream().map(Sensitivity.Row::columns).toList());
    }
}
