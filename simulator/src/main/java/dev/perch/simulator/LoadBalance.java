package dev.perch.simulator;

import dev.perch.topology.SchedDomains;

/** Moves waiting tasks from busy CPUs to less busy ones. */
final class LoadBalance {
    private final Simulation simulation;

    LoadBalance(final Simulation simulation, final SchedDomains domains) {
        this.simulation = simulation;
    }

    /** {@code p} has run out of tasks: pulls some from others; returns how long that took, nanoseconds. */
    double newlyIdle(final Processor p) {
        return 0;
    }

    /** What a tick on {@code p} has to balance; returns how long that took, nanoseconds. */
    double tick(final Processor p) {
        return 0;
    }

    /** Whether {@code p}, though idle, has something to balance at ticks. */
    boolean wantsTick(final Processor p) {
        return false;
    }
}
