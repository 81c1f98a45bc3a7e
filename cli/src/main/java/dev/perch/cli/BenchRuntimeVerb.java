package dev.perch.cli;

import dev.perch.cli.bench.Pairs;
import dev.perch.cli.bench.RuntimeBench;
import dev.perch.topology.UnknownNameException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code perch bench-runtime}: virtual threads under the JDK's scheduler and under Perch's. */
@Command(name = "bench-runtime", mixinStandardHelpOptions = true,
        description = "Measures the runtime beside the JDK's own scheduler, interleaved, each run in a JVM of its own.")
final class BenchRuntimeVerb implements Callable<Integer> {
    private static final int MOST_PAIRS = 1_000;

    @Option(names = "--bench", paramLabel = "NAME", split = ",",
            description = "Only these workloads; all unless given: pingpong-queue, pingpong-park, hackbench,"
                    + " hackbench-work, request-reply, fork-join-8, tcp-1, tcp-1-work, tcp-64, tcp-64-work, tcp-1000,"
                    + " tcp-1000-work.")
    private List<String> benches = List.copyOf(RuntimeBench.names());

    @Option(names = "--pairs", paramLabel = "N", defaultValue = "7",
            description = "Pairs of runs a workload (default: ${DEFAULT-VALUE}).")
    private int pairs;

    @Option(names = "--warmup", paramLabel = "SECONDS", defaultValue = "2",
            description = "Warm-up of each run (default: ${DEFAULT-VALUE}).")
    private double warmup;

    @Option(names = "--duration", paramLabel = "SECONDS", defaultValue = "2",
            description = "Measurement of each run (default: ${DEFAULT-VALUE}).")
    private double duration;

    @Mixin
    private Output output;

    @Override
    public Integer call() throws Exception {
        check();
        final var bench = new RuntimeBench(pairs, Math.round(warmup * 1_000), Math.round(duration * 1_000));
        final List<Pairs> results = new ArrayList<>();
        try (Progress progress = Progress.of("bench-runtime", benches.size() * pairs * 2)) {
            for (final String name : benches) {
                results.add(bench.measure(name, progress::step));
            }
        }
        final Table rounded = rounded(results);
        final Table exact = exact(results);
        output.print(output.format() == Output.Format.CSV ? exact : rounded, rounded::aligned,
                () -> Map.of("rows", exact.objects()));
        return 0;
    }

    private void check() {
        if (pairs < 1 || pairs > MOST_PAIRS) {
            throw new IllegalArgumentException("--pairs " + pairs + " is outside 1 to " + MOST_PAIRS);
        }
        if (!(duration > 0 && duration <= 3_600)) {
            throw new IllegalArgumentException("--duration " + duration + ": write seconds, above 0 up to 3600");
        }
        if (!(warmup >= 0 && warmup <= 3_600)) {
            throw new IllegalArgumentException("--warmup " + warmup + ": write seconds, 0 to 3600");
        }
        if (benches.isEmpty()) {
            throw new IllegalArgumentException(
                    "--bench names nothing: write a workload, or several with commas between");
        }
        if (benches.stream().distinct().count() < benches.size()) {
            throw new IllegalArgumentException("--bench names a workload twice");
        }
        for (final String name : benches) {
            if (!RuntimeBench.names().contains(name)) {
                throw new UnknownNameException("workload", name, RuntimeBench.names());
            }
        }
    }

    private static Table rounded(final List<Pairs> results) {
        final Table table = Table.of("bench", "default ops/s", "perch ops/s", "ratio", "min", "max", "pairs");
        for (final Pairs result : results) {
            final List<Double> ratios = result.ratios();
            table.row(result.bench(), Math.round(result.defaultMedian()), Math.round(result.perchMedian()),
                    rounded(result.ratioMedian()), rounded(ratios.getFirst()), rounded(ratios.getLast()),
                    ratios.size());
        }
        return table;
    }

    /** For programs: figures as measured. */
    private static Table exact(final List<Pairs> results) {
        final Table table = Table.of("bench", "default_ops", "perch_ops", "ratio_median", "ratio_min", "ratio_max",
                "pairs");
        for (final Pairs result : results) {
            final List<Double> ratios = result.ratios();
            table.row(result.bench(), result.defaultMedian(), result.perchMedian(), result.ratioMedian(),
                    ratios.getFirst(), ratios.getLast(), ratios.size());
        }
        return table;
    }

    private static double rounded(final double ratio) {
        return Double.parseDouble(String.format(Locale.ROOT, "%.2f", ratio));
    }
}
