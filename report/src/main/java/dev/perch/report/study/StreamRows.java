package dev.perch.report.study;

import dev.perch.simulator.Metric.Better;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** STREAM ({@code stream-10}: ten repetitions): a row's load names the kernel; one thread a core, a guess. */
final class StreamRows implements BenchRows {
    private static final Pattern BENCH = Pattern.compile("stream-(\\d{1,4})");
    private static final Set<String> KERNELS = Set.of("Copy", "Scale", "Add", "Triad");

    @Override
    public Optional<Drive> drive(final PublishedRow row) {
        final Matcher bench = BENCH.matcher(row.bench());
        if (!bench.matches() || !row.benchCase().equals(row.bench())) {
            return Optional.empty();
        }
        if (!KERNELS.contains(row.load())) {
            throw PublishedRow.wrong("load", "'" + row.load() + "' is no kernel of stream: write Copy, Scale, Add or "
                    + "Triad");
        }
        return reading(row).map(reading -> new Drive("stream:repeats=" + bench.group(1),
                (topology, cpus) -> (int) cpus.stream().map(topology.cores()::of).distinct().count(), reading));
    }

    private static Optional<Reading> reading(final PublishedRow row) {
        return switch (row.metric()) {
            case "throughput", "normalized" ->
                Optional.of(Reading.of(row.load().toLowerCase(Locale.ROOT), Better.HIGHER));
            default -> BenchRows.search(row);
        };
    }
}
