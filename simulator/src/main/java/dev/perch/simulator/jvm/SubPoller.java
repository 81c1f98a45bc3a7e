package dev.perch.simulator.jvm;

import dev.perch.simulator.World;
import dev.perch.topology.CpuSet;
import java.util.ArrayDeque;

/** A virtual thread of the JDK that collects the ready sockets of its share and wakes their readers. */
final class SubPoller implements Step {
    private final World world;
    private final MasterPoller master;
    private final ArrayDeque<VirtualThread> readers = new ArrayDeque<>();
    private final VirtualThread thread;
    private boolean waits;

    SubPoller(final World world, final MasterPoller master, final CpuSet allowed) {
        this.world = world;
        this.master = master;
        thread = new VirtualThread(allowed, this);
    }

    /** The thread that this is the program of. */
    VirtualThread thread() {
        return thread;
    }

    /** {@code reader}'s socket has become ready, by what {@code by} sent. */
    void ready(final VirtualThread reader, final JvmThread by) {
        readers.add(reader);
        if (waits) {
            waits = false;
            master.ready(thread, by);
        }
    }

    @Override
    public double nanos(final VirtualThread self, final int cpu) {
        return world.code(JvmCosts.EPOLL);
    }

    @Override
    public boolean happen(final VirtualThread self, final JvmThread on) {
        if (readers.isEmpty()) {
            waits = true;
            on.owe(world.code(JvmCosts.EPOLL)); // asks the master poller to watch
            return false;
        }
        while (!readers.isEmpty()) {
            on.wakeFirst(readers);
        }
        return true;
    }
}
