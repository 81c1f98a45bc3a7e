package dev.perch.scheduler;

/** Decides where tasks run, for one machine and one run. Called by one driver; keeps no clock of its own. */
@FunctionalInterface
public interface Placement {
    /**
     * The CPU on which {@code wakeUp.wakee} shall run. Reads and writes {@link Runqueues} and the tasks as the kernel
     * does; says in {@code search} what it cost.
     */
    int select(WakeUp wakeUp, Search search);
}
