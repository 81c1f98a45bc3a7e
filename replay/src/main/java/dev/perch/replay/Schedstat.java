package dev.perch.replay;

import dev.perch.topology.CpuSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What {@code /proc/schedstat} told before and after a recording, of CPUs from which the recording has no event: one
 * that balanced as a busy CPU does, and never as an idle one, ran a task all the time. Versions 15 (6.1), 16 (since
 * 6.8: the busy counters come first) and 17 (since 6.14: domains bear their name).
 */
public final class Schedstat {
    private static final int BUSY_FIRST = 16;
    private static final int NAMED_DOMAINS = 17;
    private static final int COUNTERS = 8;
    private static final int COUNTERS_17 = 11;

    private final long[] busy;
    private final long[] idle;

    private Schedstat(final int cpus) {
        busy = new long[cpus];
        idle = new long[cpus];
    }

    /**
     * The CPUs that ran a task from before {@code recording} until after it, by the files {@code NAME.schedstat.before}
     * and {@code NAME.schedstat.after} beside it ({@code .txt}, {@code .gz}); empty where there are none.
     *
     * @param cpus how many CPU numbers the machine has
     */
    public static Optional<CpuSet> alwaysBusy(final Path recording, final int cpus) throws IOException {
        final var beside = new Beside(recording);
        final Optional<List<String>> before = sameName(beside, "schedstat.before");
        final Optional<List<String>> after = sameName(beside, "schedstat.after");
        if (before.isEmpty() || after.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(alwaysBusy(before.get(), after.get(), cpus));
    }

    private static Optional<List<String>> sameName(final Beside beside, final String suffix) throws IOException {
        final Optional<List<String>> text = beside.sameName(suffix + ".txt");
        return text.isPresent() ? text : beside.sameName(suffix);
    }

    /** The CPUs that balanced between two schedstats as busy CPUs do, and never as idle ones. */
    static CpuSet alwaysBusy(final List<String> before, final List<String> after, final int cpus) {
        final Schedstat first = read(before, cpus);
        final Schedstat last = read(after, cpus);
        final var busy = new CpuSet.Builder();
        for (int cpu = 0; cpu < cpus; cpu++) {
            if (last.busy[cpu] > first.busy[cpu] && last.idle[cpu] == first.idle[cpu]) {
                busy.add(cpu);
            }
        }
        return busy.build();
    }

    private static Schedstat read(final List<String> lines, final int cpus) {
        final var stat = new Schedstat(cpus);
        int version = 0;
        int cpu = -1;
        for (final String line : lines) {
            final String[] fields = line.split(" ");
            if (fields[0].equals("version") && fields.length > 1) {
                version = (int) number(fields[1]);
            } else if (fields[0].startsWith("cpu")) {
                cpu = (int) number(fields[0].substring("cpu".length()));
            } else if (fields[0].startsWith("domain") && cpu >= 0 && cpu < cpus) {
                stat.add(cpu, fields, version);
            }
        }
        return stat;
    }

    private void add(final int cpu, final String[] fields, final int version) {
        final int first = version >= NAMED_DOMAINS ? 3 : 2;
        final int second = first + (version >= NAMED_DOMAINS ? COUNTERS_17 : COUNTERS);
        if (second < fields.length) {
            busy[cpu] += number(fields[version >= BUSY_FIRST ? first : second]);
            idle[cpu] += number(fields[version >= BUSY_FIRST ? second : first]);
        }
    }

    /** A count; -1 for what is none. */
    private static long number(final String text) {
        return text.matches("[0-9]{1,18}") ? Long.parseLong(text) : -1;
    }
}
