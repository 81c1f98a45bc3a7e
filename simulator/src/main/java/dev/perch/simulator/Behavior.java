package dev.perch.simulator;

/**
 * What a task does, an action at a time: a program of compute, send, receive, sleep, lock and barrier. Whenever the
 * last action is done the simulator asks for the next.
 */
@FunctionalInterface
public interface Behavior {
    /** Starts exactly one action of {@code self}: calls one of its action methods. Must not allocate in steady state. */
    void next(SimulatedTask self);
}
