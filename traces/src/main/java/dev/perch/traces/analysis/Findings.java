package dev.perch.traces.analysis;

import dev.perch.topology.Distance;
import dev.perch.topology.Topology;
import dev.perch.traces.Summary;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What an {@link Analysis} found. All times are ns.
 *
 * @param summary what was recorded
 * @param machine the machine it was held against
 * @param fromWaker wake-ups by the distance from the waker's CPU to the placement
 * @param fromPrev wake-ups by the distance from the wakee's previous CPU to the placement
 * @param newTasks new tasks by the distance from the parent's CPU to the placement
 * @param waiting how long tasks waited, and how near an idle CPU was meanwhile
 * @param migrations migrations by cause and distance
 * @param pairs who woke whom most
 * @param tasks who waited longest
 * @param clusters utilisation of each cluster
 * @param llcs utilisation of each last-level cache's CPUs
 * @param idleStates how often and how long CPUs were in which idle state
 * @param notes what could not be computed, and why
 */
public record Findings(Summary summary, Topology machine, List<ByDistance> fromWaker, List<ByDistance> fromPrev,
        List<ByDistance> newTasks, Waiting waiting, List<Migrations> migrations, List<Pair> pairs,
        List<TaskWaits> tasks, List<Group> clusters, List<Group> llcs, List<IdleUse> idleStates, List<String> notes) {

    /** The counts that are not 0, by their distance. */
    static Map<Distance, Long> byDistance(final long[] counts) {
        final var byDistance = new EnumMap<Distance, Long>(Distance.class);
        for (final Distance distance : Distance.values()) {
            if (counts[distance.ordinal()] > 0) {
                byDistance.put(distance, counts[distance.ordinal()]);
            }
        }
        return byDistance;
    }

    /** The wake-ups of one distance; of some of them the latency is not known (the recording ended, or lost events). */
    public record ByDistance(Distance distance, long wakeUps, double pct, Latency latency) {}

    /**
     * How long it took from the waking until the task ran.
     *
     * @param count of how many wake-ups it is known
     * @param histogram how many were how long, shortest first
     */
    public record Latency(long count, long p50, long p90, long p99, long max, List<Bucket> histogram) {}

    /**
     * Some latencies of similar size.
     *
     * @param upTo the longest of them, ns
     */
    public record Bucket(long upTo, long count) {}

    /**
     * The time that runnable tasks spent waiting for a CPU, summed over tasks.
     *
     * @param total all of it
     * @param nearestIdle the part during which the nearest idle CPU was that far; the same CPU means that their own
     *        CPU was only just leaving idle
     * @param noneIdle the part during which no other CPU was idle
     * @param conservedPct the share of the recording in which no task waited behind another while some CPU idled
     */
    public record Waiting(long total, Map<Distance, Long> nearestIdle, long noneIdle, double conservedPct) {}

    /** The migrations of one cause by distance. */
    public record Migrations(Cause cause, Map<Distance, Long> byDistance, long total) {}

    /** Why a task changed its CPU. */
    public enum Cause {
        /** It was placed at a wake-up. */
        WAKE_UP("wake-up"),
        /** It was new. */
        FORK("fork"),
        /** It started a program. */
        EXEC("exec"),
        /** Load balance, or a change of the CPUs it may use. */
        BALANCE("balance");

        private final String label;

        Cause(final String label) {
            this.label = label;
        }

        @Override
        public String toString() {
            return label;
        }
    }

    /** A task that woke another: how often, and how far the wakee was placed from it. */
    public record Pair(String waker, String wakee, long wakeUps, Map<Distance, Long> byDistance) {}

    /**
     * A task's waits for a CPU.
     *
     * @param waits how many
     * @param total their sum
     * @param max the longest
     * @param ran how long the task ran
     */
    public record TaskWaits(String task, long waits, long total, long max, long ran) {}

    /** Some CPUs, and the share of their observed time in which they ran tasks; not a number where none was observed. */
    public record Group(String cpus, double utilisationPct) {}

    /** An idle state: entries, and the time in it. */
    public record IdleUse(int state, long entries, long nanos) {}
}
