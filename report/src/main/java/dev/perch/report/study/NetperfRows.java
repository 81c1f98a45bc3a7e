package dev.perch.report.study;

import java.util.Locale;
import java.util.Optional;

/** netperf: client/server pairs. Where a table does not name the test, TCP_RR is meant: a guess. */
final class NetperfRows implements BenchRows {
    @Override
    public Optional<Drive> drive(final PublishedRow row) {
        if (!row.bench().equals("netperf")) {
            return Optional.empty();
        }
        return switch (row.benchCase()) {
            case "TCP_RR", "UDP_RR" -> drive(row, row.benchCase().substring(0, 3).toLowerCase(Locale.ROOT));
            case "netperf" -> drive(row, "tcp");
            default -> Optional.empty();
        };
    }

    private static Optional<Drive> drive(final PublishedRow row, final String protocol) {
        return BenchRows.throughput(row)
                .map(reading -> new Drive("netperf:proto=" + protocol, BenchRows.load(row), reading));
    }
}
