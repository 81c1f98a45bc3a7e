package dev.perch.report.recording;

import dev.perch.topology.Topology;
import dev.perch.traces.analysis.Chronicle;
import dev.perch.traces.analysis.WakeUp;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * What the page's timeline shows, as compact as it comes: bins of time run and waited for the whole recording, and
 * every run and wake-up in a few bytes each, up to {@value #MOST_DETAILS} of them from the recording's begin.
 */
final class Timeline implements Chronicle {
    /** How many runs and wake-ups are kept: these make a page of some 15 MB. */
    static final int MOST_DETAILS = 1_500_000;
    /** How many tasks waiting for one CPU are the darkest. */
    static final int MOST_WAITING = 4;

    private final int[] order;
    private final Bins ran;
    private final Bins waited;
    private final Bins missed;
    private final Bytes[] runs;
    private final int[] runCounts;
    private final long[] runEnds;
    private final Bytes wakeUps = new Bytes();
    private final Long2IntOpenHashMap tasks = new Long2IntOpenHashMap();
    private final LongArrayList taskKeys = new LongArrayList();
    private int wakeUpCount;
    private int details;
    private long origin;
    private long lastWakeUp;
    private long detailedUntil = Long.MAX_VALUE;

    /** The timeline of a recording on this machine. */
    Timeline(final Topology machine) {
        order = order(machine);
        ran = new Bins(machine.size());
        waited = new Bins(machine.size());
        missed = new Bins(machine.size());
        runs = new Bytes[machine.size()];
        runCounts = new int[machine.size()];
        runEnds = new long[machine.size()];
        tasks.defaultReturnValue(-1);
    }

    /** The CPUs such that those of one part of the machine stand together. */
    private static int[] order(final Topology machine) {
        return machine.cpus().stream().boxed()
                .sorted(Comparator.<Integer>comparingInt(machine.packages()::of)
                        .thenComparingInt(machine.nodes()::of).thenComparingInt(machine.llcs()::of)
                        .thenComparingInt(machine.clusters()::of).thenComparingInt(machine.cores()::of)
                        .thenComparingInt(cpu -> cpu))
                .mapToInt(Integer::intValue).toArray();
    }

    @Override
    public void begins(final long nanos) {
        origin = nanos;
    }

    @Override
    public void ran(final int cpu, final int pid, final int comm, final long from, final long to) {
        ran.add(cpu, from - origin, to - origin);
        if (!mayTell(to)) {
            return;
        }
        if (runs[cpu] == null) {
            runs[cpu] = new Bytes();
        }
        runs[cpu].addVarint(from - origin - runEnds[cpu]);
        runs[cpu].addVarint(to - from);
        runs[cpu].addVarint(task(pid, comm));
        runEnds[cpu] = to - origin;
        runCounts[cpu]++;
    }

    @Override
    public void woken(final WakeUp wakeUp) {
        final long begin = wakeUp.nanos - origin;
        final long end = begin + wakeUp.latencyNanos;
        waited.add(wakeUp.cpu, begin, end);
        if (wakeUp.missed != null) {
            missed.add(wakeUp.cpu, begin, end);
        }
        if (!mayTell(wakeUp.nanos + wakeUp.latencyNanos)) {
            return;
        }
        wakeUps.addVarint(end - lastWakeUp);
        wakeUps.addVarint(wakeUp.latencyNanos);
        wakeUps.addVarint(task(wakeUp.pid, wakeUp.comm));
        wakeUps.addVarint(wakeUp.wakerPid);
        wakeUps.addVarint(wakeUp.wakerCpu + 1);
        wakeUps.addVarint(wakeUp.prevCpu + 1);
        wakeUps.addVarint(wakeUp.cpu);
        wakeUps.addVarint(wakeUp.missed == null ? 0 : wakeUp.missed.ordinal());
        lastWakeUp = end;
        wakeUpCount++;
    }

    private boolean mayTell(final long nanos) {
        if (details < MOST_DETAILS) {
            details++;
            return true;
        }
        detailedUntil = Math.min(detailedUntil, nanos - origin);
        return false;
    }

    private int task(final int pid, final int comm) {
        final long key = (long) comm << 32 | pid & 0xffff_ffffL;
        final int known = tasks.get(key);
        if (known >= 0) {
            return known;
        }
        tasks.put(key, taskKeys.size());
        taskKeys.add(key);
        return taskKeys.size() - 1;
    }

    /** The CPUs from the first row to the last. */
    int[] order() {
        return order;
    }

    /** The first stamp, ns. */
    long origin() {
        return origin;
    }

    /** Until when runs and wake-ups are told, ns from the origin; the greatest number where all are. */
    long detailedUntil() {
        return detailedUntil;
    }

    /** The pid of each task that runs and wake-ups name. */
    int[] pids() {
        return taskKeys.longStream().mapToInt(key -> (int) key).toArray();
    }

    /** The name of each, in the recording's names. */
    int[] comms() {
        return taskKeys.longStream().mapToInt(key -> (int) (key >> 32)).toArray();
    }

    /** The width of the bins, ns. All layers have the same. */
    long binWidth() {
        return Math.max(ran.width(), Math.max(waited.width(), missed.width()));
    }

    /** The levels of each CPU's bins over this span: time run, tasks waiting, tasks waiting while a CPU was idle. */
    Bytes levels(final long span) {
        for (final Bins bins : new Bins[]{ran, waited, missed}) {
            bins.widen(binWidth());
        }
        final int count = binCount(span);
        final Bytes all = ran.levels(order, count, 1);
        for (final Bins bins : new Bins[]{waited, missed}) {
            final Bytes more = bins.levels(order, count, MOST_WAITING);
            all.add(more.array(), 0, more.size());
        }
        return all;
    }

    /** How many bins cover this span. */
    int binCount(final long span) {
        return (int) Math.min(Bins.MOST, span / binWidth() + 1);
    }

    /** For each row how many runs there are, then all runs: gap since the last one, length, task. */
    Bytes runs() {
        final var all = new Bytes();
        for (final int cpu : order) {
            all.addVarint(runCounts[cpu]);
        }
        for (final int cpu : order) {
            if (runs[cpu] != null) {
                all.add(runs[cpu].array(), 0, runs[cpu].size());
            }
        }
        return all;
    }

    /** How many runs there are. */
    int runCount() {
        return IntStream.of(runCounts).sum();
    }

    /**
     * The wake-ups: end since the last one's, latency, task, the waker's pid, its CPU + 1, the previous CPU + 1, the
     * CPU, and the distance of a missed idle CPU or 0.
     */
    Bytes wakeUps() {
        return wakeUps;
    }

    /** How many wake-ups there are. */
    int wakeUpCount() {
        return wakeUpCount;
    }
}
