package dev.perch.simulator.rtapp;

/** What a thread does next, as its file says. Times are microseconds. */
sealed interface Event {
    /** Runs as long as a core takes that nothing disturbs. */
    record Run(double micros) implements Event {}

    /** Runs until so much time has passed. */
    record Elapse(double micros) implements Event {}

    /** Sleeps. */
    record Sleep(double micros) implements Event {}

    /**
     * Sleeps until the next of its timer's periods begins.
     *
     * @param timer    its name; one that begins with {@code unique} is each thread's own
     * @param absolute whether a period that was missed is made up for, instead of begun anew
     */
    record Timer(String timer, double micros, boolean absolute) implements Event {
        boolean isOwn() {
            return timer.startsWith("unique");
        }
    }

    /** Waits to be resumed. */
    record Suspend(String on) implements Event {}

    /** Resumes all that are suspended there. */
    record Resume(String on) implements Event {}

    /** Takes a lock. */
    record Lock(String mutex) implements Event {}

    /** Gives it back. */
    record Unlock(String mutex) implements Event {}

    /** Gives a lock back, waits for a signal, and takes the lock again; may signal first (sync). */
    record Wait(String on, String mutex, boolean signalsFirst) implements Event {}

    /** Wakes the one that has waited longest. */
    record Signal(String on) implements Event {}

    /** Wakes all that wait. */
    record Broadcast(String on) implements Event {}

    /** Waits for all tasks that have this barrier. */
    record Meet(String barrier) implements Event {}

    /** Starts another instance of a task. */
    record Fork(String task) implements Event {}
}
