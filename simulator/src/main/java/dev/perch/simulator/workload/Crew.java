package dev.perch.simulator.workload;

import dev.perch.scheduler.AddressSpace;
import dev.perch.simulator.SimulatedTask;
import dev.perch.simulator.World;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * schbench's threads: message threads, each with workers. One of the two numbers is given, the load is the other.
 *
 * @param messageThreads how many message threads; 0 where the load says it
 * @param workers        how many workers each of them has; 0 where the load says it
 */
record Crew(int messageThreads, int workers) {
    Crew {
        if (messageThreads > 0 == workers > 0) {
            throw new IllegalArgumentException(
                    "workload schbench: give workers or message-threads; the load is the other");
        }
    }

    /** The options that make it. */
    String name() {
        return workers > 0 ? "workers=" + workers : "message-threads=" + messageThreads;
    }

    /** What the load counts. */
    String loadUnit() {
        return workers > 0 ? "mthreads" : "workers";
    }

    /**
     * Creates the threads, in one address space, and starts them.
     *
     * @param between what a message thread does between two batches
     * @param request makes what a worker does between two messages
     */
    void start(final World world, final int load, final int workingSet, final MessageThread.Between between,
            final Latencies latencies, final Supplier<Worker.Request> request) {
        final var process = new AddressSpace();
        final int each = workers > 0 ? workers : load;
        final List<SimulatedTask> threads = new ArrayList<>();
        for (int i = messageThreads > 0 ? messageThreads : load; i > 0; i--) {
            final var mailbox = new Mailbox(each);
            final List<SimulatedTask> team = new ArrayList<>();
            for (int j = 0; j < each; j++) {
                team.add(world.task(process, workingSet, new Worker(world, mailbox, latencies, request.get())));
            }
            threads.add(world.task(process, workingSet, new MessageThread(world, mailbox, team, between)));
        }
        world.start(world.task(process, workingSet, new Launcher(world, List.of(threads), 0)));
    }
}
