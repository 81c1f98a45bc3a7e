package dev.perch.simulator;

/**
 * A word in memory that one task waits for and others set (a futex used as a flag): posts do not add up. Remembers on
 * which CPU it was last used.
 */
public final class Futex {
    /** The word, and the head of the kernel's hash bucket with its lock. */
    static final int LINES = 2;

    private boolean posted;
    /** The task that sleeps on it; null for none. */
    SimulatedTask waiter;
    /** The CPU of the last use; -1 before the first. */
    int lastCpu = -1;

    /** A word that is not set. */
    public Futex() {}

    /** Whether it is set. */
    public boolean isPosted() {
        return posted;
    }

    /** Forgets a post. */
    public void clear() {
        posted = false;
    }

    void post() {
        posted = true;
    }
}
