package dev.perch.simulator;

import dev.perch.scheduler.AddressSpace;
import dev.perch.scheduler.Task;

/**
 * What else lives on the machine: services that wake now and then, somewhere, and run for a moment. That takes a
 * ten-thousandth of the CPUs' time, and nobody feels it but the accounts of SCHED_CACHE: an LLC that ran nothing but one
 * address space has a share of exactly one, and so have all that did; where another ran for as little as 20 ns of the last
 * 20 ms the share is less. Without such others every crowded LLC ties, and a tie is not cache-hot.
 */
final class OtherProcesses {
    private final Simulation simulation;
    private final int[] cpus;
    private final Task task;
    private final double periodNanos;
    private final long runNanos;
    private double next;

    OtherProcesses(final Simulation simulation) {
        this.simulation = simulation;
        cpus = simulation.domains().topology().cpus().stream().toArray();
        task = new Task(simulation.cpus());
        task.mm = new AddressSpace();
        periodNanos = simulation.hardware.kernel.othersPeriod;
        runNanos = Math.round(simulation.hardware.kernel.othersRun);
        next = simulation.now;
    }

    /** They have run up to {@code now}: at random times, each on a random CPU. */
    void runUntil(final long now) {
        while (next <= now) {
            simulation.placement.ran(cpus[(int) (cpus.length * simulation.chance())], task, runNanos, now);
            next -= periodNanos * Math.log(1 - simulation.chance());
        }
    }
}
