package dev.perch.simulator;

/** Tasks in the order in which they came; a task can be in one such queue at a time. */
final class TaskQueue {
    private SimulatedTask first;
    private SimulatedTask last;

    boolean isEmpty() {
        return first == null;
    }

    /** The one that came first; null where there is none. */
    SimulatedTask first() {
        return first;
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

    /** Takes {@code task}, which is in it, out. */
    void remove(final SimulatedTask task) {
        SimulatedTask before = null;
        for (SimulatedTask one = first; one != task; one = one.queueNext) {
            before = one;
        }
        if (before == null) {
            first = task.queueNext;
        } else {
            before.queueNext = task.queueNext;
        }
        last = last == task ? before : last;
        task.queueNext = null;
    }
}
