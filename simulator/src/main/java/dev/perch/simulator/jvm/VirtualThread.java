package dev.perch.simulator.jvm;

import dev.perch.scheduler.Task;
import dev.perch.topology.CpuSet;

/** A virtual thread: a program of steps, and what its scheduler keeps of it. */
final class VirtualThread extends Task {
    private final Step[] program;
    private int at;
    /** What it received last. */
    int message;
    /** When it was last queued, nanoseconds. */
    long queuedAt;
    /** The CPU that last woke it; -1 before the first wake-up. */
    int wakerCpu = -1;
    /** The CPU on which it last blocked; -1 before it first ran. */
    int leftCpu = -1;
    /** How many virtual threads its carrier had run by then. */
    long turnsAtLeave;
    /** Whether it has ended, or never begun. */
    boolean hasEnded = true;

    /** A thread that has not begun. */
    VirtualThread(final CpuSet allowed, final Step... program) {
        super(allowed);
        this.program = program;
    }

    /** What it does next. */
    Step step() {
        return program[at];
    }

    /** Its step is done. */
    void advance() {
        at = at + 1 == program.length ? 0 : at + 1;
    }

    /** Begins, or as a new thread begins again. */
    void begin() {
        hasEnded = false;
        cpu = -1;
        leftCpu = -1;
    }
}
