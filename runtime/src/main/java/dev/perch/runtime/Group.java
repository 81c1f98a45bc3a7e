package dev.perch.runtime;

import dev.perch.topology.CpuSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Threads that work on the same data, kept on one last-level cache while that is not overloaded: the idea of the
 * kernel's cache-aware scheduling, for virtual threads. Made by {@link PerchScheduler#group}; virtual threads that its
 * threads create belong to it too.
 */
public final class Group {
    private final String name;
    private final PerchScheduler scheduler;
    private final PreferredLlc preferred;

    Group(final String name, final PerchScheduler scheduler, final PreferredLlc preferred) {
        this.name = name;
        this.scheduler = scheduler;
        this.preferred = preferred;
    }

    /** The name it was asked for by. */
    public String name() {
        return name;
    }

    /** A builder of virtual threads of this group; throws as {@link PerchScheduler#virtualThreads}. */
    public VirtualThreads virtualThreads() {
        return scheduler.virtualThreads(preferred);
    }

    /** An executor that starts a virtual thread of this group for each task; throws as {@link #virtualThreads}. */
    public ExecutorService newVirtualThreadPerTaskExecutor() {
        return Executors.newThreadPerTaskExecutor(virtualThreads().factory());
    }

    /** The CPUs where its threads are placed now: its LLC's, or all of the scheduler's while that is overloaded. */
    public CpuSet cpus() {
        return preferred.cpus();
    }
}
