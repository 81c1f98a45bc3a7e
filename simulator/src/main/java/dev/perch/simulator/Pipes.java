package dev.perch.simulator;

import dev.perch.scheduler.WakeUp;

/**
 * Messages through pipes. Each call takes the pipe's mutex, moves its message under it, and wakes after its release.
 * Writers that find no room wait in line, one of them is woken at a time: by a reader that found the pipe full, before
 * 6.14 even if it still is (so that the writer waits anew, behind the others), and by a writer that waited itself and
 * left room. One that has waited needs a slot of its own; one that comes fresh may fill up the newest.
 */
final class Pipes {
    private final Simulation simulation;
    private final boolean tellsWhileFull;

    Pipes(final Simulation simulation) {
        this.simulation = simulation;
        tellsWhileFull = !simulation.policy.kernel().release().isAtLeast(6, 14);
    }

    /** The task of {@code p} is at the next step of a write. */
    void send(final Processor p, final SimulatedTask task) {
        final Channel pipe = task.channel;
        if (task.holding == null) {
            if (task.wanted == null && task.waiting && pipe.isFull()) {
                pipe.writers.add(task);
                simulation.actions.block(p, task);
            } else if (simulation.locking.take(p, task, pipe.mutex)) {
                enter(p, task);
            }
            return;
        }
        simulation.locking.release(p, task);
        final boolean waited = task.waiting;
        if (waited ? pipe.isFull() : !pipe.takes((int) task.amount)) {
            task.waiting = true;
        } else {
            pipe.put((int) task.amount);
            pipe.senderCpu = p.cpu;
            simulation.actions.done(task);
            task.work += simulation.code(pipe.path.afterSendNanos());
            p.toWake(pipe.reader, WakeUp.TTWU | WakeUp.SYNC);
            pipe.reader = null;
            if (waited && !pipe.isFull()) {
                p.toWake(pipe.writers.poll(), WakeUp.TTWU | WakeUp.SYNC);
            }
        }
        simulation.wakePath.wakeAll(p);
    }

    /** The task of {@code p} is at the next step of a read. */
    void receive(final Processor p, final SimulatedTask task) {
        final Channel pipe = task.channel;
        final Hardware hardware = simulation.hardware;
        if (task.holding == null) {
            if (task.wanted == null && task.waiting && pipe.isEmpty()) {
                pipe.reader = task;
                simulation.actions.block(p, task);
            } else if (simulation.locking.take(p, task, pipe.mutex)) {
                task.stall(hardware.handOver(pipe.senderCpu, p.cpu, pipe.path.messageLines()));
                enter(p, task);
            }
            return;
        }
        simulation.locking.release(p, task);
        if (pipe.isEmpty()) {
            task.waiting = true;
        } else {
            final boolean wasFull = pipe.isFull();
            final int bytes = pipe.take();
            simulation.actions.done(task);
            task.work += simulation.code(pipe.path.receiveNanos() + bytes / pipe.path.copyBytesPerNano());
            task.stall(hardware.stream(pipe.senderCpu, p.cpu, bytes));
            if (wasFull && (tellsWhileFull || !pipe.isFull())) {
                p.toWake(pipe.writers.poll(), WakeUp.TTWU | WakeUp.SYNC);
            }
        }
        simulation.wakePath.wakeAll(p);
    }

    private void enter(final Processor p, final SimulatedTask task) {
        final Channel pipe = task.channel;
        task.work += simulation.code(pipe.path.lockedNanos());
        task.stall(simulation.hardware.handOver(pipe.lastCpu, p.cpu, pipe.path.sharedLines()));
        pipe.lastCpu = p.cpu;
        simulation.actions.resume(p);
    }
}
