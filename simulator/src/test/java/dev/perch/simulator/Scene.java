package dev.perch.simulator;

import dev.perch.machines.Catalogue;
import dev.perch.machines.Machine;
import dev.perch.machines.Variation;
import dev.perch.scheduler.AddressSpace;
import dev.perch.scheduler.Policies;
import dev.perch.topology.Topology;
import java.util.List;
import java.util.function.BooleanSupplier;

/** A tiny machine whose tasks are put on CPUs by hand: one mechanism at a time. */
final class Scene {
    static final double FOREVER = 1e12;
    /** Beyond what the event queue holds. */
    private static final long NEVER = 1L << 50;
    private static final int TASKS = 16;
    private static final Workload.Trial ENDLESS = new Workload.Trial() {
        @Override
        public void warm(final long nowNanos) {}

        @Override
        public List<Double> results(final long nowNanos) {
            return List.of();
        }
    };

    final Simulation simulation;
    private int programs;
    private final Program[] prepared = new Program[TASKS];

    /** What a task does: its steps, then it ends. */
    private static final class Program implements Behavior {
        private Behavior[] steps;
        private int next;

        @Override
        public void next(final SimulatedTask self) {
            if (next < steps.length) {
                steps[next++].next(self);
            } else {
                self.exit();
            }
        }
    }

    /** One node; every part has as many of the next smaller as said. */
    static Machine machine(final int llcs, final int clusters, final int cores, final int threads) {
        final var builder = Topology.builder("tiny");
        for (int cpu = 0; cpu < llcs * clusters * cores * threads; cpu++) {
            builder.cpu(cpu, new Topology.Place(cpu / threads, cpu / (threads * cores),
                    cpu / (threads * cores * clusters), 0, 0, 0, Topology.FULL_CAPACITY));
        }
        return new Machine(builder.build(), "", Catalogue.machine("epyc-milan").costs(), "");
    }

    Scene(final Machine machine, final String policy) {
        simulation = new Simulation(machine, machine.topology().cpus(), Policies.kernels().named(policy), 1,
                Variation.NONE);
        for (int i = 0; i < TASKS; i++) {
            prepared[i] = new Program();
            simulation.task(new AddressSpace(), 0, prepared[i]);
        }
        simulation.load(new Nothing(), 1);
    }

    Processor cpu(final int cpu) {
        return simulation.processors[cpu];
    }

    /** Puts a task that does {@code steps}, an action each, and ends on {@code cpu}, without a choice. */
    SimulatedTask on(final int cpu, final Behavior... steps) {
        prepared[programs].steps = steps;
        final SimulatedTask task = simulation.tasks().get(programs++);
        simulation.dispatcher.startFirst(task, cpu(cpu));
        return task;
    }

    /** A task that computes on {@code cpu} for good. */
    SimulatedTask busy(final int cpu) {
        return on(cpu, self -> self.compute(FOREVER));
    }

    /** A task that has gone to sleep on {@code cpu}, until somebody wakes it by hand. */
    SimulatedTask asleepOn(final int cpu) {
        final SimulatedTask task = on(cpu, self -> self.sleep(NEVER), self -> self.compute(FOREVER));
        until(() -> task.state == SimulatedTask.State.BLOCKED && !task.onCpu);
        return task;
    }

    /** Lets one event after the other happen until {@code condition} holds; fails where it never does. */
    void until(final BooleanSupplier condition) {
        for (int event = 0; !condition.getAsBoolean(); event++) {
            if (event == 100_000) {
                throw new AssertionError("it never comes to that");
            }
            simulation.run(simulation.nextTime(), ENDLESS);
        }
    }

    /** Lets {@code nanos} go by. */
    void pass(final long nanos) {
        simulation.run(simulation.now + nanos, ENDLESS);
    }

    /** Starts no task: they are put on CPUs later. */
    private record Nothing() implements Workload {
        @Override
        public String name() {
            return "nothing";
        }

        @Override
        public String caseName() {
            return name();
        }

        @Override
        public String loadUnit() {
            return "nothings";
        }

        @Override
        public List<Metric> metrics() {
            return List.of();
        }

        @Override
        public Trial start(final World world, final int load) {
            return ENDLESS;
        }
    }
}
