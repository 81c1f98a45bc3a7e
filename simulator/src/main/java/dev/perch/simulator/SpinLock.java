package dev.perch.simulator;

/**
 * A lock that tasks wait for running: their CPUs do nothing else until it is free. Who of those that run then has it is
 * chance: they ask for its line in turn.
 */
public final class SpinLock {
    SimulatedTask owner;
    /** How many tasks are waiting for it, running or not. */
    int waiters;

    /** A free lock. */
    public SpinLock() {}
}
