package dev.perch.simulator;

/** A lock that tasks wait for running: their CPUs do nothing else until it is free, and they see it. */
public final class SpinLock {
    SimulatedTask owner;
    /** How many tasks are waiting for it, running or not. */
    int waiters;

    /** A free lock. */
    public SpinLock() {}
}
