package dev.perch.simulator;

/** Tasks in the order in which they came; a task can be in one such queue at a time. */
final class TaskQueue {
    private SimulatedTask first;
    private SimulatedTask last;

    boolean isEmpty() {
        return first == null;
    }

    void add(final SimulatedTask task) {
        task.queueNext = null;
        if (first == null) {
            first = task;
        } else {
            last.queueNext = task;
        }
        last = task;
    }

    /** The one that came first, taken out; null where there is none. */
    SimulatedTask poll() {
        final SimulatedTask task = first;
        if (task != null) {
            first = task.queueNext;
            task.queueNext = null;
        }
        return task;
    }
}
