package dev.perch.report.study;

import java.util.Optional;

/** tbench: clients, whatever a table calls its one case. */
final class TbenchRows implements BenchRows {
    @Override
    public Optional<Drive> drive(final PublishedRow row) {
        return row.bench().equals("tbench")
                ? BenchRows.throughput(row).map(reading -> new Drive("tbench", BenchRows.load(row), reading))
                : Optional.empty();
    }
}
