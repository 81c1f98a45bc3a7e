package dev.perch.simulator.jvm;

import dev.perch.simulator.SimulatedTask;
import dev.perch.simulator.World;
import java.util.ArrayDeque;

/**
 * The JDK's thread in epoll_wait, which learns that a sub-poller has ready sockets and wakes it. Of the kernel's
 * choosing where it runs, but the runtime's tick keeps it on the CPU of a carrier that works alone.
 */
final class MasterPoller extends JvmThread {
    private static final int ALONE_PERCENT = 90;

    private final Sleeper sleeper = new Sleeper(JvmCosts.EPOLL_WAKE);
    private final ArrayDeque<VirtualThread> ready = new ArrayDeque<>();
    private SimulatedTask task;
    private long[] busySeen = {};
    private boolean isObserved = true;

    MasterPoller(final World world, final Carriers carriers) {
        super(world, carriers);
    }

    /** {@code subPoller} has ready sockets, says {@code by}. */
    void ready(final VirtualThread subPoller, final JvmThread by) {
        ready.add(subPoller);
        by.ring(sleeper);
    }

    @Override
    void go(final SimulatedTask self) {
        task = self;
        if (!isObserved) {
            self.observe();
            isObserved = true;
        } else if (ready.isEmpty()) {
            sleeper.isAsleep = true;
            self.receive(sleeper.bell);
            isObserved = false;
        } else {
            wakeFirst(ready);
            self.compute(0);
        }
    }

    /** The carriers have worked on: binds it to the CPU of the one that did nearly all, or else to none. */
    void follow(final PlacedCarriers carriers) {
        if (busySeen.length == 0) {
            busySeen = new long[carriers.all().size()];
        }
        long total = 0;
        long most = 0;
        Carrier busiest = null;
        for (int i = 0; i < busySeen.length; i++) {
            final Carrier carrier = carriers.all().get(i);
            final long since = carrier.busyNanos() - busySeen[i];
            busySeen[i] += since;
            total += since;
            if (since > most) {
                most = since;
                busiest = carrier;
            }
        }
        if (task != null) {
            task.setAllowed(busiest != null && most * 100 >= total * ALONE_PERCENT ? carriers.boundTo(busiest)
                    : world.cpus());
        }
    }
}
