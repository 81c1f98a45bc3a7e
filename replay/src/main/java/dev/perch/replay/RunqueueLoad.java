package dev.perch.replay;

import dev.perch.scheduler.fair.LoadAverage;

/** The decayed averages of one runqueue's fair tasks, and what they are brought up to date from. */
final class RunqueueLoad {
    /** The averages, sleepers that have not left for another CPU among them. */
    final LoadAverage average = new LoadAverage();
    /** Whether its CPU runs one of the tasks. */
    boolean runsFair;
    private long weight;
    private int queued;
    private int estimate;
    private boolean isLeft;
    private long leftLoad; // of sleepers that left since the last update
    private long leftUtilization;
    private long leftRunnable;

    /** Brings the averages up to {@code now}, the state having been as it is. */
    void update(final long now) {
        if (isLeft) {
            average.remove(leftLoad, leftUtilization, leftRunnable);
            isLeft = false;
            leftLoad = 0;
            leftUtilization = 0;
            leftRunnable = 0;
        }
        average.update(now, 1, weight, queued, runsFair);
    }

    /** {@code task} is queued from now on. */
    void add(final RecordedTask task) {
        weight += task.weight();
        queued++;
        estimate += task.utilizationEstimate;
    }

    /** {@code task} is no longer queued. */
    void remove(final RecordedTask task) {
        weight -= task.weight();
        queued--;
        estimate -= task.utilizationEstimate;
    }

    /** A sleeper with these averages has left: they go at the next update. */
    void leaves(final LoadAverage sleeper) {
        isLeft = true;
        leftLoad += sleeper.loadAvg;
        leftUtilization += sleeper.utilAvg;
        leftRunnable += sleeper.runnableAvg;
    }

    /** Whether no task is queued. */
    boolean isEmpty() {
        return queued == 0;
    }

    /** What its queued tasks are estimated to use, 1024 a CPU. */
    int estimate() {
        return estimate;
    }
}
