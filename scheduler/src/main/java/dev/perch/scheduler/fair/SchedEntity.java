package dev.perch.scheduler.fair;

import dev.perch.scheduler.Task;

/**
 * What the fair class keeps of one task. Plain mutable state, written by the runqueue it is on; virtual times are
 * nanoseconds at nice 0 and wrap around: compare them by the sign of their difference.
 */
public final class SchedEntity {
    /** Whose it is; null in scenarios without tasks. */
    public final Task task;
    /** Its share of the CPU. */
    public LoadWeight weight = LoadWeight.ofNice(0);
    /** Virtual run time. */
    public long vruntime;
    /** Virtual deadline (EEVDF). */
    public long deadline;
    /** While asleep: the lag it left with. While current: its deadline, if it is protected until that (EEVDF). */
    public long vlag;
    /** The slice it asked for, nanoseconds (EEVDF). */
    public long slice;
    /** Whether {@link #slice} is its own wish, not the runqueue's default. */
    public boolean customSlice;
    /** Whether {@link #deadline} is relative to {@link #vruntime}: it moves between runqueues (EEVDF). */
    public boolean relativeDeadline;
    /** Whether it is on a runqueue, waiting or running. */
    public boolean queued;
    /** Whether it sleeps but stays queued until its lag is paid off (since 6.12). */
    public boolean delayed;
    /** When its current stretch of running was last accounted, nanoseconds. */
    public long execStart;
    /** CPU time it has had, nanoseconds. */
    public long execTotal;
    /** {@link #execTotal} when it was last picked. */
    public long execTotalAtPick;
    /** Its load tracking. */
    public final LoadAverage average = new LoadAverage();
    /** Its utilisation when it last went to sleep (before 6.8); see {@link UtilizationEstimate}. */
    public int lastUtilization;
    /** The moving average of its utilisation when it goes to sleep. */
    public int estimate;
    /** Whether its utilisation has moved since it was last estimated. */
    public boolean utilizationMoved;
    /** Whether it left its runqueue for another, so that {@link #vruntime} is relative (CFS). */
    boolean relativeVruntime;
    /** Its neighbours in the order in which balance looks at the tasks of a runqueue. */
    SchedEntity newer;
    SchedEntity older;

    /** The entity of a task that has not run yet, at nice 0. */
    public SchedEntity(final Task task) {
        this.task = task;
        if (task != null) {
            task.isNew = true;
        }
    }

    /** Whether its task has policy SCHED_IDLE. */
    boolean isSchedIdle() {
        return task != null && task.schedIdle;
    }

    void setQueued(final boolean isQueued) {
        queued = isQueued;
        if (task != null) {
            task.queued = isQueued;
        }
    }

    /** Shows placement the averages, which have been moved. */
    void publish() {
        if (task != null) {
            task.isNew = false;
            task.load = average.loadAvg;
            task.utilization = (int) average.utilAvg;
            task.runnable = (int) average.runnableAvg;
        }
    }
}
