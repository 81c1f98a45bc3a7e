package dev.perch.scheduler.fair;

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
        boolean placeRelativeDeadline, boolean delayDequeue, boolean delayZero, long baseSliceNanos) {}
