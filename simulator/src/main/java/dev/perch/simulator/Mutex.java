package dev.perch.simulator;

/** A lock that tasks wait for asleep, handed over in the order of asking. */
public final class Mutex {
    final TaskQueue waiters = new TaskQueue();
    SimulatedTask owner;

    /** A free lock. */
    public Mutex() {}
}
