package dev.perch.report.study;

import dev.perch.simulator.Metric.Better;
import dev.perch.topology.CpuSet;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * schbench. schedtests ({@code normal}) counts message threads, whose workers are a quarter of the CPUs, 28 of 112
 * (github.com/yu-chen-surf/schedtests, {@code schbench_worker_threads}). Elsewhere a row's number is the workers of each
 * message thread, and of those there are two, schbench's own default: a guess, since the tables do not say.
 *
 * <p>SIS_UTIL's text gives {@code -s 30000 -c 30000} with its latencies; its search statistics, it says, are by
 * schedtests, whose script runs {@code schbench -m N -t 28 -r 100 -s -c}. To getopt that {@code -c} is the argument of
 * {@code -s}, which makes a pause of 0; and in a schbench with -C, 30 ms where it is not given, the message threads then
 * spin from one batch to the next. That those rows ran with such a schbench is a guess: with pauses the CPUs idle for half
 * of the time, and nearly all searches find one at loads at which the table has most of them fail.
 */
final class SchbenchRows implements BenchRows {
    private static final int SCHEDTESTS_CPUS_A_WORKER = 4;
    private static final String PAUSING = ",sleep=30000,cpu=30000";
    private static final String SPINNING = ",sleep=0,cpu=30000,message-cpu=30000";
    private static final String OLD = "schbench:message-threads=2" + PAUSING;
    private static final String NEW = "schbench:version=new,message-threads=2";
    private static final Pattern LATENCY = Pattern.compile("(wakeup_|request_)?latency_p(\\d{1,2}(?:\\.\\d{1,2})?)");

    @Override
    public Optional<Drive> drive(final PublishedRow row) {
        return switch (row.bench() + "/" + row.benchCase()) {
            case "schbench/normal" -> reading(row, "wakeup_latency_p99")
                    .map(reading -> new Drive(schedtests(row), BenchRows.load(row), reading));
            case "schbench/schbench" -> drive(row, OLD, "wakeup_latency_p99");
            case "schbench/schbench-mmtests" -> drive(row, NEW, "wakeup_latency_p99");
            case "new-schbench-wakeup-latency/new-schbench-wakeup-latency" -> drive(row, NEW, "wakeup_latency_p99");
            case "new-schbench-request-latency/new-schbench-request-latency" -> drive(row, NEW, "request_latency_p99");
            case "new-schbench-requests-per-second/new-schbench-requests-per-second" -> drive(row, NEW, "rps");
            default -> Optional.empty();
        };
    }

    private static Function<CpuSet, String> schedtests(final PublishedRow row) {
        final String threads = row.study().equals("sis-util-vanilla") ? SPINNING : PAUSING;
        return cpus -> "schbench:workers=" + Math.max(1, cpus.size() / SCHEDTESTS_CPUS_A_WORKER) + threads;
    }

    private static Optional<Drive> drive(final PublishedRow row, final String workload, final String usual) {
        return reading(row, usual).map(reading -> new Drive(workload, BenchRows.load(row), reading));
    }

    /** A figure by its name; {@code usual} where the table normalises without naming one. */
    private static Optional<Reading> reading(final PublishedRow row, final String usual) {
        final String metric = row.metric().equals("normalized") ? usual : row.metric();
        final Matcher latency = LATENCY.matcher(metric);
        if (latency.matches()) {
            final String of = latency.group(1) == null ? "wakeup_" : latency.group(1);
            return Optional.of(Reading.of(of + "latency_p" + latency.group(2).replaceFirst("\\.0+$", ""),
                    Better.LOWER));
        }
        return switch (metric) {
            case "rps", "rps_p20" -> Optional.of(Reading.of(metric, Better.HIGHER));
            default -> BenchRows.search(row);
        };
    }
}
