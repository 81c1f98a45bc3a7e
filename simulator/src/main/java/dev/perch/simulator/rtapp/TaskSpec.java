package dev.perch.simulator.rtapp;

import java.util.List;

/**
 * A task of a file.
 *
 * @param name        its name
 * @param instances   how many threads it has from the start
 * @param delayMicros how long they wait before they begin, microseconds
 * @param nice        their nice level
 * @param isIdle      whether their policy is SCHED_IDLE
 * @param sliceNanos  the slice they ask for, nanoseconds; 0 for the kernel's
 * @param loops       how often they go through the phases; -1 for without end
 * @param phases      what they do
 */
record TaskSpec(String name, int instances, double delayMicros, int nice, boolean isIdle, long sliceNanos, int loops,
        List<Phase> phases) {}
