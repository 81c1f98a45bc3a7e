package dev.perch.runtime;

import dev.perch.scheduler.Task;
import dev.perch.topology.CpuSet;

/**
 * What carriers run: a virtual thread, or a job of a plain executor. It is in at most one runqueue at a time, and the
 * one who makes it runnable writes its fields.
 */
abstract sealed class Entity extends Task permits Job, VirtualThreadEntity {
    /** The entity that was put into the same inbox before it. */
    Entity next;
    /** How many entities the inbox held with it. */
    int inboxDepth;
    /** When it was queued, nanoseconds, if its latency is to be sampled; else 0. */
    long queuedAt;

    Entity(final CpuSet allowed) {
        super(allowed);
    }

    /** Whether it may run on {@code cpu} now, whatever it might when it was queued. */
    boolean canMoveTo(final int cpu) {
        return mayRunOn(cpu);
    }

    /** Runs it until it blocks or ends. By the return it may already be running on another carrier. */
    abstract void run();

    /** Runs it on the JDK's own threads, now that its scheduler has stopped. */
    abstract void runElsewhere();
}
