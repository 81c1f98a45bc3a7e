package dev.perch.simulator.jvm;

import dev.perch.scheduler.AddressSpace;
import dev.perch.scheduler.Policy;
import dev.perch.simulator.SimulatedTask;
import dev.perch.simulator.World;
import java.util.ArrayList;
import java.util.List;

/** A JVM in one run: its carriers, its pollers, and the virtual threads that a benchmark makes. */
final class Jvm {
    private static final int MOST_SUB_POLLERS = 32; // as the JDK's DefaultPollerProvider on Linux

    final World world;
    final Count operations = new Count();
    private final Carriers carriers;
    private final MasterPoller master;
    private final List<SubPoller> pollers = new ArrayList<>();
    private final List<VirtualThread> first = new ArrayList<>();
    private int sockets;

    Jvm(final World world, final Policy policy) {
        this.world = world;
        carriers = Carriers.under(policy, world);
        master = new MasterPoller(world, carriers);
    }

    /** A thread that does {@code program}, again and again, once something begins it. */
    VirtualThread thread(final Step... program) {
        return new VirtualThread(world.cpus(), program);
    }

    /** A thread that does {@code program}, again and again, from the start of the run. */
    void begin(final Step... program) {
        first.add(thread(program));
    }

    /** An empty queue that holds {@code capacity} messages. */
    Mailbox mailbox(final int capacity) {
        return new Mailbox(world, capacity);
    }

    /** One direction of a new connection. */
    Socket socket() {
        final int most = Math.min(Integer.highestOneBit(world.cpus().size()), MOST_SUB_POLLERS);
        if (pollers.size() < most) {
            final var poller = new SubPoller(world, master, world.cpus());
            pollers.add(poller);
            first.add(poller.thread());
        }
        return new Socket(world, pollers.get(sockets++ % most));
    }

    /** Creates the kernel's threads and starts the first. */
    void start() {
        final var space = new AddressSpace();
        final List<SimulatedTask> threads = new ArrayList<>();
        for (final Carrier carrier : carriers.all()) {
            final SimulatedTask task = world.task(space, 0, carrier);
            task.setAllowed(carriers.boundTo(carrier));
            threads.add(task);
        }
        if (!pollers.isEmpty()) {
            threads.add(world.task(space, 0, master));
        }
        if (carriers instanceof final PlacedCarriers placed) {
            threads.add(world.task(space, 0, new Tick(world, placed, master)));
        }
        world.start(world.task(space, 0, new Starter(world, carriers, threads, first)));
    }
}
