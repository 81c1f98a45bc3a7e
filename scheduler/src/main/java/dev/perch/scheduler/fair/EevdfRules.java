package dev.perch.scheduler.fair;

import dev.perch.scheduler.Feature;
import dev.perch.scheduler.Policy;
import dev.perch.topology.KernelRelease;

/**
 * The switches of EEVDF, by the kernel's names.
 *
 * @param runToParity            RUN_TO_PARITY: the current entity keeps the CPU until its deadline
 * @param preemptShort           PREEMPT_SHORT: a shorter slice overrides that (since 6.12)
 * @param placeLag               PLACE_LAG: an entity comes back with the lag it left with
 * @param placeDeadlineInitial   PLACE_DEADLINE_INITIAL: a new entity's first slice is halved
 * @param placeRelativeDeadline  PLACE_REL_DEADLINE: an entity that moves keeps its deadline (since 6.12)
 * @param delayDequeue           DELAY_DEQUEUE: an ineligible sleeper stays until its lag is paid off (since 6.12)
 * @param delayZero              DELAY_ZERO: what is dequeued late keeps no positive lag
 * @param baseSliceNanos         the default slice
 */
public record EevdfRules(boolean runToParity, boolean preemptShort, boolean placeLag, boolean placeDeadlineInitial,
        boolean placeRelativeDeadline, boolean delayDequeue, boolean delayZero, long baseSliceNanos) {

    /**
     * The switches as {@code policy} has them. The default slice grows with 1 + log2 of the CPUs, of which at most 8
     * count: from 0.75 ms, or 0.7 in 6.12's stable releases and from 6.15 on.
     */
    public static EevdfRules of(final Policy policy, final int cpus) {
        final KernelRelease release = policy.kernel().release();
        final boolean shorter = release.major() == 6 && release.minor() == 12 || release.isAtLeast(6, 15);
        return new EevdfRules(policy.has(Feature.RUN_TO_PARITY), policy.has(Feature.PREEMPT_SHORT),
                policy.has(Feature.PLACE_LAG), policy.has(Feature.PLACE_DEADLINE_INITIAL),
                policy.has(Feature.PLACE_REL_DEADLINE), policy.has(Feature.DELAY_DEQUEUE),
                policy.has(Feature.DELAY_ZERO), (shorter ? 700_000L : 750_000L) * CfsRules.scale(cpus));
    }

    /** The same switches with another default slice. */
    public EevdfRules withBaseSlice(final long nanos) {
        return new EevdfRules(runToParity, preemptShort, placeLag, placeDeadlineInitial, placeRelativeDeadline,
                delayDequeue, delayZero, nanos);
    }
}
