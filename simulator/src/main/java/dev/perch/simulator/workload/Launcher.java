package dev.perch.simulator.workload;

import dev.perch.simulator.Behavior;
import dev.perch.simulator.SimulatedTask;
import java.util.List;

/** The shell that starts a benchmark's tasks one after the other, and then ends. */
final class Launcher implements Behavior {
    private final List<SimulatedTask> children;
    private int next;

    Launcher(final List<SimulatedTask> children) {
        this.children = children;
    }

    @Override
    public void next(final SimulatedTask self) {
        if (next < children.size()) {
            self.fork(children.get(next++));
        } else {
            self.exit();
        }
    }
}
