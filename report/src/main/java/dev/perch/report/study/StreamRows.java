package dev.perch.report.study;

import dev.perch.simulator.Metric.Better;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * STREAM ({@code stream-10}: ten repetitions): a row's load names the kernel. Threads and arrays are a guess: AMD's other
 * tables of it on two sockets of Zen 3 with 16 LLCs say 16 threads and STREAM_ARRAY_SIZE=128000000 (K Prateek Nayak, LKML,
 * February 2022).
 */
final class StreamRows implements BenchRows {
    private static final int THREADS = 16;
    private static final int MEBIBYTES = 976; // 128,000,000 numbers of 8 bytes
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
        return reading(row).map(reading -> new Drive(
                "stream:repeats=" + bench.group(1) + ",array=" + MEBIBYTES, THREADS, reading));
    }

    private static Optional<Reading> reading(final PublishedRow row) {
        return switch (row.metric()) {
            case "throughput", "normalized" ->
                Optional.of(Reading.of(row.load().toLowerCase(Locale.ROOT), Better.HIGHER));
            default -> BenchRows.search(row);
        };
    }
}
