package dev.perch.simulator;

import dev.perch.scheduler.WakeUp;

/** Takes and releases the kernel's mutexes for the tasks that are inside its calls. */
final class Locking {
    private final Simulation simulation;

    Locking(final Simulation simulation) {
        this.simulation = simulation;
    }

    /** Tries to take {@code mutex} for the task of {@code p}; where that fails it spins, or sleeps, and tries again. */
    boolean take(final Processor p, final SimulatedTask task, final KernelMutex mutex) {
        if (mutex.owner == null || mutex.owner == task) {
            stopSpinning(task);
            mutex.owner = task;
            mutex.woken = mutex.woken == task ? null : mutex.woken;
            task.holding = mutex;
            task.wanted = null;
            return true;
        }
        task.wanted = mutex;
        mutex.handOver |= mutex.woken == task;
        if (runs(mutex.owner)) {
            spin(task);
        } else {
            stopSpinning(task);
            if (mutex.woken != task) {
                mutex.sleepers.add(task);
            }
            simulation.actions.block(p, task);
        }
        return false;
    }

    private boolean runs(final SimulatedTask task) {
        return simulation.processors[task.cpu].current == task;
    }

    private static void spin(final SimulatedTask task) {
        if (!task.spinning) {
            task.spinning = true;
            task.wanted.spinners.add(task);
        }
    }

    private static void stopSpinning(final SimulatedTask task) {
        if (task.spinning) {
            task.spinning = false;
            task.wanted.spinners.remove(task);
        }
    }

    /** The task of {@code p} gives back what it holds; whom that wakes is left to {@link Processor#toWake}. */
    void release(final Processor p, final SimulatedTask task) {
        final KernelMutex mutex = task.holding;
        task.holding = null;
        mutex.owner = mutex.handOver ? mutex.woken : null;
        noticed(mutex.handOver ? mutex.woken : mutex.spinners.first(), p.cpu);
        mutex.handOver = false;
        mutex.woken = mutex.woken == null ? mutex.sleepers.poll() : mutex.woken;
        p.toWake(mutex.woken, WakeUp.TTWU);
    }

    /** The task of {@code p} leaves its CPU, whatever it holds or spins for. */
    void leaves(final Processor p, final SimulatedTask task) {
        final boolean wasSpinning = task.spinning;
        stopSpinning(task);
        if (task.holding != null) {
            for (SimulatedTask next = task.holding.spinners.first(); next != null; next = next.queueNext) {
                noticed(next, p.cpu);
            }
        } else if (wasSpinning && task.wanted.owner == null) {
            noticed(task.wanted.spinners.first(), p.cpu);
        }
    }

    /** {@code task}, null for none, sees what has happened to its mutex on {@code cpu}, if it spins for it. */
    private void noticed(final SimulatedTask task, final int cpu) {
        if (task != null && task.spinning) {
            simulation.after(simulation.processors[task.cpu],
                    simulation.hardware.handOver(cpu, task.cpu, simulation.hardware.kernel.mutexLines));
        }
    }
}
