package dev.perch.scheduler.fair;

/** Whether a CPU of those that balance together may hold more than one task (the root domain's overload). */
public final class Overload {
    /** Set when a runqueue comes to hold two tasks, cleared when balance of all CPUs finds none that does. */
    public boolean any;
}
