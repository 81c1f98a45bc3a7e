package dev.perch.replay.closed;

/** What one CPU of a recording does. */
final class RecordedCpu {
    final int number;
    /** The task that has it; null for its idle task, and where nobody knows. */
    ScriptWriter current;
    /** Whom it is waking; null where that is over. */
    ScriptWriter wakee;
    /** The current task's step that does. */
    int wakeStep;
    /** Up to when the current task's time has been told. */
    long since;
    /** When it turned to the current task. */
    long turnSince;
    /** When it showed last what it does. */
    long lastEvent;

    /**
     * A CPU of which there is no event yet.
     *
     * @param lastEvent since when it has done what its first event shows; the greatest number where nobody knows
     */
    RecordedCpu(final int number, final long lastEvent) {
        this.number = number;
        this.lastEvent = lastEvent;
    }

    /** The current task has run until now. */
    void charge(final long now) {
        if (current != null) {
            current.ran(since, now);
        }
        since = now;
    }

    /** What it does is not known. */
    void loseSight() {
        current = null;
        wakee = null;
    }
}
