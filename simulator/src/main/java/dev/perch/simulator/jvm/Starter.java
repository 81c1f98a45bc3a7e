package dev.perch.simulator.jvm;

import dev.perch.simulator.SimulatedTask;
import dev.perch.simulator.World;
import java.util.List;

/** The JVM's main thread: starts the others, then the first virtual threads, and ends. */
final class Starter extends JvmThread {
    private final List<SimulatedTask> threads;
    private final List<VirtualThread> first;
    private int started;
    private int begun;

    Starter(final World world, final Carriers carriers, final List<SimulatedTask> threads,
            final List<VirtualThread> first) {
        super(world, carriers);
        this.threads = threads;
        this.first = first;
    }

    @Override
    void go(final SimulatedTask self) {
        if (started < threads.size()) {
            self.fork(threads.get(started++));
        } else if (begun < first.size()) {
            final VirtualThread next = first.get(begun++);
            next.begin();
            wake(next);
            self.compute(0);
        } else {
            self.exit();
        }
    }
}
