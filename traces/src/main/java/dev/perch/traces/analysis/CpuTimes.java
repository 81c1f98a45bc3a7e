package dev.perch.traces.analysis;

import dev.perch.topology.CpuSet;
import dev.perch.topology.Partition;
import dev.perch.topology.Topology;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/** How long each CPU was observed, ran tasks, and was in each idle state. A CPU is observed from its first event on. */
final class CpuTimes {
    private static final long NEVER = Long.MIN_VALUE;

    private final Topology machine;
    private final long[] firstEvent;
    private final long[] busy;
    private final long[] unknown;
    private final long[] busySince;
    private final long[] unknownSince;
    private final int[] idleState;
    private final long[] idleSince;
    private final TreeMap<Integer, long[]> idleStates = new TreeMap<>();

    CpuTimes(final Topology machine) {
        this.machine = machine;
        firstEvent = never();
        busySince = never();
        unknownSince = never();
        idleSince = never();
        busy = new long[machine.size()];
        unknown = new long[machine.size()];
        idleState = new int[machine.size()];
    }

    private long[] never() {
        final var stamps = new long[machine.size()];
        Arrays.fill(stamps, NEVER);
        return stamps;
    }

    /** Something happens on a CPU. */
    void seen(final int cpu, final long nanos) {
        if (firstEvent[cpu] == NEVER) {
            firstEvent[cpu] = nanos;
            unknownSince[cpu] = nanos;
        }
    }

    /** Since when the task that leaves this CPU may have run there; the greatest number where that is not known. */
    long mayRunSince(final int cpu) {
        final long since = unknownSince[cpu] != NEVER ? unknownSince[cpu] : busySince[cpu];
        return since == NEVER ? Long.MAX_VALUE : since;
    }

    /** A CPU goes on with a task, or idle. The time before its first switch counts by what was switched out. */
    void switched(final int cpu, final long nanos, final boolean fromTask, final boolean toTask) {
        if (fromTask) {
            busy[cpu] += Math.max(0, nanos - mayRunSince(cpu));
        }
        unknownSince[cpu] = NEVER;
        busySince[cpu] = toTask ? nanos : NEVER;
    }

    /** What a CPU did is not known until its next switch. */
    void gap(final int cpu, final long nanos) {
        if (busySince[cpu] != NEVER) {
            busy[cpu] += Math.max(0, nanos - busySince[cpu]);
        }
        busySince[cpu] = NEVER;
        unknownSince[cpu] = nanos;
        idleSince[cpu] = NEVER;
    }

    /** A CPU enters an idle state, or leaves it where that is negative. */
    void idle(final int cpu, final long nanos, final int state) {
        if (idleSince[cpu] != NEVER) {
            final long[] use = idleStates.computeIfAbsent(idleState[cpu], key -> new long[2]);
            use[0]++;
            use[1] += Math.max(0, nanos - idleSince[cpu]);
        }
        idleState[cpu] = state;
        idleSince[cpu] = state < 0 ? NEVER : nanos;
    }

    /** The recording ends. */
    void end(final long nanos) {
        for (int cpu = 0; cpu < busy.length; cpu++) {
            if (busySince[cpu] != NEVER) {
                busy[cpu] += Math.max(0, nanos - busySince[cpu]);
                busySince[cpu] = nanos;
            } else if (unknownSince[cpu] != NEVER) {
                unknown[cpu] += Math.max(0, nanos - unknownSince[cpu]);
            }
        }
    }

    /** Utilisation of each part, up to {@code end}. */
    List<Findings.Group> groups(final Partition parts, final long end) {
        final var groups = new ArrayList<Findings.Group>();
        for (final CpuSet cpus : parts.sets()) {
            long ran = 0;
            long observed = 0;
            for (int cpu = cpus.first(); cpu >= 0; cpu = cpus.next(cpu + 1)) {
                if (firstEvent[cpu] != NEVER) {
                    ran += busy[cpu];
                    observed += end - firstEvent[cpu] - unknown[cpu];
                }
            }
            groups.add(new Findings.Group(cpus.toString(), observed <= 0 ? Double.NaN : 100.0 * ran / observed));
        }
        return groups;
    }

    /** The idle states that were seen. */
    List<Findings.IdleUse> idleStates() {
        final var uses = new ArrayList<Findings.IdleUse>();
        idleStates.forEach((state, use) -> uses.add(new Findings.IdleUse(state, use[0], use[1])));
        return uses;
    }
}
