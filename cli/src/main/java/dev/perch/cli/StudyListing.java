package dev.perch.cli;

import dev.perch.report.study.RowsFile;
import dev.perch.report.study.Study;

/** {@code perch list studies}: the published tables that can be run again. */
final class StudyListing implements Listing {
    @Override
    public String name() {
        return "studies";
    }

    @Override
    public Table table(final Plugins plugins) {
        final Table table = Table.of("study", "rows", "what was studied");
        final RowsFile rows = RowsFile.bundled();
        for (final Study study : Study.ALL) {
            table.row(study.name(), rows.of(study).rows().size(), study.about());
        }
        return table;
    }
}
