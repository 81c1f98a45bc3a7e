package dev.perch.report.study;

import dev.perch.simulator.Metric.Better;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * hackbench: groups. schedtests' cases ({@code process-pipe}) have groups of 28 tasks, but where a table gives seconds
 * it was {@code hackbench -l 20000 -g N} with its usual 40. Where a table does not name the case, threads over pipes
 * in groups of 40 are meant (perf bench sched messaging -p -t): a guess.
 */
final class HackbenchRows implements BenchRows {
    private static final Pattern CASE = Pattern.compile("(process|threads?)-(pipe|sockets?)");
    private static final int SCHEDTESTS_FDS = 14;
    private static final int SCHEDTESTS_LOOPS = 1_000_000;
    private static final int USUAL_FDS = 20;
    private static final int LOOPS = 20_000;

    @Override
    public Optional<Drive> drive(final PublishedRow row) {
        return row.bench().equals("hackbench") ? workload(row).flatMap(
                workload -> reading(row).map(reading -> new Drive(workload, BenchRows.load(row), reading)))
                : Optional.empty();
    }

    private static Optional<String> workload(final PublishedRow row) {
        final Matcher named = CASE.matcher(row.benchCase());
        if (named.matches()) {
            final boolean isTimed = row.metric().equals("time_s");
            return Optional.of(workload(named.group(2).startsWith("pipe") ? "pipe" : "sockets",
                    named.group(1).startsWith("thread") ? "threads" : "process",
                    isTimed ? USUAL_FDS : SCHEDTESTS_FDS, isTimed ? LOOPS : SCHEDTESTS_LOOPS));
        }
        return row.benchCase().equals("hackbench") ? Optional.of(workload("pipe", "threads", USUAL_FDS, LOOPS))
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
