package dev.perch.traces.analysis;

import dev.perch.topology.CpuSet;
import dev.perch.topology.Distance;
import dev.perch.topology.Partition;
import dev.perch.topology.Topology;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Adds up, while time passes, how long tasks wait and how near the nearest idle CPU is meanwhile. An idle CPU to which
 * a woken task is already on its way counts for that task alone.
 *
 * <p>For each level (core, cluster, LLC, node, package, machine) and part it keeps how many idle CPUs are free to take
 * a task, how many tasks wait there for a busy CPU, and over all parts with a free CPU the sum of those tasks. So the
 * passing of time costs an addition a level, and a change of one CPU a few, however many CPUs there are.
 */
final class NearestIdle {
    private final List<Level> levels = new ArrayList<>();
    private final boolean[] idle;
    private final int[] waiting;
    private int tasks;
    private int ownIdle;
    private long total;
    private long ownIdleNanos;
    private long none;
    private long wasted;

    /** The parts of one level. */
    private static final class Level {
        private final Distance distance;
        private final Partition parts;
        private final int[] free;
        private final int[] waiting;
        private int served;
        private long nanos;

        Level(final Distance distance, final Partition parts) {
            this.distance = distance;
            this.parts = parts;
            free = new int[parts.count()];
            waiting = new int[parts.count()];
        }

        void free(final int cpu, final int change) {
            final int part = parts.of(cpu);
            final int before = free[part];
            free[part] = before + change;
            if (before == 0) {
                served += waiting[part];
            } else if (free[part] == 0) {
                served -= waiting[part];
            }
        }

        void waiting(final int cpu, final int change) {
            final int part = parts.of(cpu);
            waiting[part] += change;
            if (free[part] > 0) {
                served += change;
            }
        }
    }

    NearestIdle(final Topology machine) {
        idle = new boolean[machine.size()];
        waiting = new int[machine.size()];
        add(Distance.SMT, machine.cores());
        add(Distance.CLUSTER, clustersWithinLlcs(machine));
        add(Distance.LLC, machine.llcs());
        add(Distance.NODE, machine.nodes());
        add(Distance.PACKAGE, machine.packages());
        add(Distance.SYSTEM, Partition.by(machine.cpus(), cpu -> 0));
    }

    /** A cluster that is its whole LLC brings its CPUs no nearer than the LLC. */
    private static Partition clustersWithinLlcs(final Topology machine) {
        final Partition clusters = machine.clusters();
        final Partition cores = machine.cores();
        return Partition.by(machine.cpus(), cpu -> {
            final CpuSet cluster = clusters.around(cpu);
            return cluster.equals(machine.llcs().around(cpu)) ? -1 - cores.of(cpu) : clusters.of(cpu);
        });
    }

    /** Adds a level, unless its parts bring no CPUs together that are not together already. */
    private void add(final Distance distance, final Partition parts) {
        final boolean joins = levels.isEmpty()
                ? parts.sets().stream().anyMatch(part -> part.size() > 1)
                : !parts.isWithin(levels.getLast().parts);
        if (joins) {
            levels.add(new Level(distance, parts));
        }
    }

    /** A CPU becomes idle, or ceases to be; a CPU whose state is not known is not idle. */
    void idle(final int cpu, final boolean now) {
        if (idle[cpu] == now) {
            return;
        }
        idle[cpu] = now;
        final int queued = waiting[cpu];
        if (queued == 0) {
            free(cpu, now ? 1 : -1);
        } else {
            ownIdle += now ? queued : -queued;
            waitingForBusy(cpu, now ? -queued : queued);
        }
    }

    /** One task more, or less, waits on a CPU. */
    void waiting(final int cpu, final int change) {
        final int before = waiting[cpu];
        waiting[cpu] = before + change;
        tasks += change;
        if (!idle[cpu]) {
            waitingForBusy(cpu, change);
            return;
        }
        ownIdle += change;
        if (before == 0) {
            free(cpu, -1);
        } else if (waiting[cpu] == 0) {
            free(cpu, 1);
        }
    }

    /** Whether any tasks still wait on a CPU is not known. */
    void forget(final int cpu) {
        if (waiting[cpu] > 0) {
            waiting(cpu, -waiting[cpu]);
        }
    }

    private void free(final int cpu, final int change) {
        for (int i = 0; i < levels.size(); i++) {
            levels.get(i).free(cpu, change);
        }
    }

    private void waitingForBusy(final int cpu, final int change) {
        for (int i = 0; i < levels.size(); i++) {
            levels.get(i).waiting(cpu, change);
        }
    }

    /** So many ns pass. */
    void pass(final long time) {
        if (tasks == 0 || time <= 0) {
            return;
        }
        total += tasks * time;
        ownIdleNanos += ownIdle * time;
        int served = 0;
        for (int i = 0; i < levels.size(); i++) {
            final Level level = levels.get(i);
            level.nanos += (level.served - served) * time;
            served = level.served;
        }
        none += (tasks - ownIdle - served) * time;
        wasted += served > 0 ? time : 0;
    }

    /** How near the nearest CPU is that could run a task at once which was placed on this one; null if this could. */
    Distance missed(final int cpu) {
        if (idle[cpu] && waiting[cpu] == 0) {
            return null;
        }
        for (int i = 0; i < levels.size(); i++) {
            final Level level = levels.get(i);
            if (level.free[level.parts.of(cpu)] > 0) {
                return level.distance;
            }
        }
        return null;
    }

    /** The sums; {@code span} is how long was recorded. */
    Findings.Waiting findings(final long span) {
        final var nearest = new EnumMap<Distance, Long>(Distance.class);
        put(nearest, Distance.SAME_CPU, ownIdleNanos);
        levels.forEach(level -> put(nearest, level.distance, level.nanos));
        return new Findings.Waiting(total, nearest, none, span <= 0 ? 100 : 100.0 * (span - wasted) / span);
    }

    private static void put(final Map<Distance, Long> nanos, final Distance distance, final long sum) {
        if (sum > 0) {
            nanos.put(distance, sum);
        }
    }
}
