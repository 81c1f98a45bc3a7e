package dev.perch.simulator.rtapp;

import java.util.ArrayDeque;

/** The threads that wait for a signal or a resume, in the order in which they came; a signal to nobody is lost. */
final class Condition {
    private final ArrayDeque<RtThread> waiters = new ArrayDeque<>();

    void add(final RtThread thread) {
        waiters.add(thread);
    }

    /** The one that has waited longest; null where nobody waits. */
    RtThread poll() {
        return waiters.poll();
    }

    boolean isEmpty() {
        return waiters.isEmpty();
    }
}
