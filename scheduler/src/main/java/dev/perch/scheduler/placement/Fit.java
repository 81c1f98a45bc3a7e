package dev.perch.scheduler.placement;

import dev.perch.scheduler.Task;

/** Whether a task fits a CPU: its utilisation leaves a fifth of the capacity free (fits_capacity). */
final class Fit {
    private Fit() {}

    /** Whether {@code task} fits a CPU with {@code capacity} left. */
    static boolean fits(final Task task, final int capacity) {
        return Math.max(task.utilization, task.utilizationEstimate) * 1280L < capacity * 1024L;
    }
}
