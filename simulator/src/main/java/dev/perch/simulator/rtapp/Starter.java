package dev.perch.simulator.rtapp;

import dev.perch.simulator.Behavior;
import dev.perch.simulator.SimulatedTask;
import java.util.List;

/** rt-app's main thread: starts the others, and ends. */
final class Starter implements Behavior {
    private final List<SimulatedTask> threads;
    private final Measures measures;
    private int next;

    Starter(final List<SimulatedTask> threads, final Measures measures) {
        this.threads = threads;
        this.measures = measures;
    }

    @Override
    public void next(final SimulatedTask self) {
        if (next < threads.size()) {
            self.fork(threads.get(next++));
        } else {
            measures.ended();
            self.exit();
        }
    }
}
