package dev.perch.scheduler.fair;

import dev.perch.scheduler.Feature;
import dev.perch.scheduler.Policy;
import dev.perch.topology.KernelRelease;

/**
 * The figures by which CFS shares time, nanoseconds, and where its releases differ. The base figures are those of one
 * CPU; they grow with 1 + log2 of the CPUs, of which at most 8 count (kernel documentation, sched-design-CFS).
 *
 * @param latency           the period in which each of few tasks runs once
 * @param sleeperCredit     how far behind the others a sleeper may come back
 * @param minGranularity    the least slice of a period of many tasks
 * @param wakeUpGranularity how much earlier a wakee's clock must be to preempt
 * @param manyTasks         from how many tasks on the period stretches
 * @param floorsSlice       a slice is at least the minimum granularity (BASE_SLICE, since 5.13)
 * @param capsSliceAtTick   a slice ends after the latency at the latest (since 6.2)
 */
record CfsRules(long latency, long sleeperCredit, long minGranularity, long wakeUpGranularity, int manyTasks,
        boolean floorsSlice,
        boolean capsSliceAtTick) {
    /** The least slice of a SCHED_IDLE task, unscaled. */
    static final long IDLE_MIN_GRANULARITY = 750_000;

    static CfsRules of(final Policy policy, final int cpus) {
        final KernelRelease release = policy.kernel().release();
        final int factor = scale(cpus);
        final long latency = 6_000_000L * factor;
        return new CfsRules(latency, policy.has(Feature.GENTLE_FAIR_SLEEPERS) ? latency / 2 : latency,
                750_000L * factor, 1_000_000L * factor, 8, release.isAtLeast(5, 13),
                release.isAtLeast(6, 2));
    }

    /** 1 + log2 of the CPUs, of which at most 8 count. */
    static int scale(final int cpus) {
        return 32 - Integer.numberOfLeadingZeros(Math.clamp(cpus, 1, 8));
    }
}
