package dev.perch.simulator;

/**
 * A word in memory that one task waits for and others set (a futex used as a flag): posts do not add up. Remembers on
 * which CPU it was last used.
 */
public final class Futex {
    /** The word, the kernel's hash bucket with its lock, and the sleeper's entry in it, which lies on its stack. */
    static final int LINES = 4;
    /** What of these the sleeper takes back when it is woken: all but the bucket. */
    static final int LINES_BACK = 3;

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
