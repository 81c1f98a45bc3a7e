package dev.perch.simulator;

/**
 * A mutex of the kernel's own, as a pipe has one. Who finds it taken spins while the owner runs, the first in line
 * looking at it and the others at each other, and sleeps where the owner does not run. Each release wakes the sleeper
 * that has waited longest; once that one has tried in vain, the next release hands the mutex to it.
 */
final class KernelMutex {
    SimulatedTask owner;
    /** Those that spin, the one that looks at the mutex first. */
    final TaskQueue spinners = new TaskQueue();
    final TaskQueue sleepers = new TaskQueue();
    /** The sleeper that a release has woken, until it has the mutex. */
    SimulatedTask woken;
    /** Whether that one has tried in vain. */
    boolean handOver;
}
