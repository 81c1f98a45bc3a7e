package dev.perch.report.study;

import dev.perch.simulator.Metric.Better;
import dev.perch.topology.CpuSet;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * hackbench: groups. Those of schedtests' cases ({@code process-pipe}) have an eighth of the CPUs for senders and as many
 * receivers, 28 tasks on 112 CPUs (github.com/yu-chen-surf/schedtests, {@code hackbench_num_fds}); but where a table gives
 * seconds it was {@code hackbench -l 20000 -g N} with its usual 40. Where a table does not name the case, threads over
 * pipes in groups of 40 are meant (perf bench sched messaging -p -t): a guess.
 */
final class HackbenchRows implements BenchRows {
    private static final Pattern CASE = Pattern.compile("(process|threads?)-(pipe|sockets?)");
    private static final int SCHEDTESTS_CPUS_A_SENDER = 8;
    private static final int SCHEDTESTS_LOOPS = 1_000_000;
    private static final int USUAL_FDS = 20;
    private static final int LOOPS = 20_000;

    @Override
    public Optional<Drive> drive(final PublishedRow row) {
        return row.bench().equals("hackbench") ? workload(row).flatMap(
                workload -> reading(row).map(reading -> new Drive(workload, BenchRows.load(row), reading)))
                : Optional.empty();
    }

    private static Optional<Function<CpuSet, String>> workload(final PublishedRow row) {
        final Matcher named = CASE.matcher(row.benchCase());
        if (named.matches()) {
            final String ipc = named.group(2).startsWith("pipe") ? "pipe" : "sockets";
            final String mode = named.group(1).startsWith("thread") ? "threads" : "process";
            return Optional.of(row.metric().equals("time_s")
                    ? cpus -> workload(ipc, mode, USUAL_FDS, LOOPS)
                    : cpus -> workload(ipc, mode, Math.max(1, cpus.size() / SCHEDTESTS_CPUS_A_SENDER),
                            SCHEDTESTS_LOOPS));
        }
        return row.benchCase().equals("hackbench")
                ? Optional.of(cpus -> workload("pipe", "threads", USUAL_FDS, LOOPS))
                : Optional.empty();
    }

    private static String workload(final String ipc, final String mode, final int fds, final int loops) {
        return "hackbench:ipc=" + ipc + ",mode=" + mode + ",fds=" + fds + ",loops=" + loops;
    }

    private static Optional<Reading> reading(final PublishedRow row) {
        return switch (row.metric()) {
            case "time_s", "normalized" -> Optional.of(Reading.of("time", Better.LOWER));
            case "throughput" -> Optional.of(new Reading("time", Better.HIGHER, true));
            default -> BenchRows.search(row);
        };
    }
}
