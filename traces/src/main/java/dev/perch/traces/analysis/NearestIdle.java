package dev.perch.traces.analysis;

import dev.perch.topology.CpuSet;
import dev.perch.topology.Distance;
import dev.perch.topology.Topology;
import java.util.EnumMap;
import java.util.Map;

/**
 * Adds up, while time passes, how long tasks wait and how near the nearest idle CPU is meanwhile. An idle CPU to which
 * a woken task is already on its way counts for that task alone. CPUs are bits of words, so that a step costs a few
 * operations for each CPU on which a task waits, and nothing where none waits.
 */
final class NearestIdle {
    private final Distance[] levels = {Distance.SMT, Distance.CLUSTER, Distance.LLC, Distance.NODE, Distance.PACKAGE,
            Distance.SYSTEM};
    private final long[][][] around; // by level and CPU: the words of the part that holds it
    private final long[] idle;
    private final long[] queued;
    private final int[] waiting;
    private final Map<Distance, long[]> nanos = new EnumMap<>(Distance.class);
    private int tasks;
    private long total;
    private long none;
    private long wasted;

    NearestIdle(final Topology machine) {
        final int words = (machine.size() + 63) / 64;
        idle = new long[words];
        queued = new long[words];
        waiting = new int[machine.size()];
        around = new long[levels.length][machine.size()][];
        machine.cpus().forEach(cpu -> {
            around[0][cpu] = words(machine.cores().around(cpu), words);
            around[1][cpu] = words(machine.clusters().around(cpu), words);
            around[2][cpu] = words(machine.llcs().around(cpu), words);
            around[3][cpu] = words(machine.nodes().around(cpu), words);
            around[4][cpu] = words(machine.packages().around(cpu), words);
            around[5][cpu] = words(machine.cpus(), words);
        });
        for (final Distance distance : Distance.values()) {
            nanos.put(distance, new long[1]);
        }
    }

    private static long[] words(final CpuSet cpus, final int length) {
        return cpus.toWords(length);
    }

    /** A CPU becomes idle, or ceases to be; a CPU whose state is not known is not idle. */
    void idle(final int cpu, final boolean now) {
        final long bit = 1L << cpu;
        idle[cpu >> 6] = now ? idle[cpu >> 6] | bit : idle[cpu >> 6] & ~bit;
    }

    /** One task more, or less, waits on a CPU. */
    void waiting(final int cpu, final int change) {
        waiting[cpu] += change;
        tasks += change;
        final long bit = 1L << cpu;
        queued[cpu >> 6] = waiting[cpu] > 0 ? queued[cpu >> 6] | bit : queued[cpu >> 6] & ~bit;
    }

    /** So many ns pass. */
    void pass(final long time) {
        if (tasks == 0 || time <= 0) {
            return;
        }
        boolean waste = false;
        for (int word = 0; word < queued.length; word++) {
            for (long rest = queued[word]; rest != 0; rest &= rest - 1) {
                final int cpu = word << 6 | Long.numberOfTrailingZeros(rest);
                final long spent = waiting[cpu] * time;
                total += spent;
                final Distance nearest = nearest(cpu);
                if (nearest == null) {
                    none += spent;
                } else {
                    nanos.get(nearest)[0] += spent;
                    waste |= nearest != Distance.SAME_CPU;
                }
            }
        }
        wasted += waste ? time : 0;
    }

    private Distance nearest(final int cpu) {
        if ((idle[cpu >> 6] >>> cpu & 1) != 0) {
            return Distance.SAME_CPU;
        }
        for (int level = 0; level < levels.length; level++) {
            final long[] part = around[level][cpu];
            for (int word = 0; word < part.length; word++) {
                if ((part[word] & idle[word] & ~queued[word]) != 0) {
                    return levels[level];
                }
            }
        }
        return null;
    }

    /** The sums; {@code span} is how long was recorded. */
    Findings.Waiting findings(final long span) {
        final var nearest = new EnumMap<Distance, Long>(Distance.class);
        nanos.forEach((distance, sum) -> {
            if (sum[0] > 0) {
                nearest.put(distance, sum[0]);
            }
        });
        return new Findings.Waiting(total, nearest, none, span <= 0 ? 100 : 100.0 * (span - wasted) / span);
    }
}
