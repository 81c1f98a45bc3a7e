package dev.perch.simulator;

/** A point that a number of tasks must all reach before any goes on. */
public final class Barrier {
    final int parties;
    final TaskQueue waiters = new TaskQueue();
    int arrived;

    /** A barrier for {@code parties} tasks, 1 upwards. */
    public Barrier(final int parties) {
        if (parties < 1) {
            throw new IllegalArgumentException("a barrier needs at least one task, not " + parties);
        }
        this.parties = parties;
    }
}
