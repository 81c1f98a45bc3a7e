package dev.perch.simulator;

import dev.perch.scheduler.WakeUp;

/**
 * Messages through sockets. Writers that find no room all wait, and are all woken, each to look again, once a reader has
 * made enough.
 */
final class Sockets {
    private final Simulation simulation;

    Sockets(final Simulation simulation) {
        this.simulation = simulation;
    }

    /** The message of {@code p}'s task comes to where the reader is woken. */
    void send(final Processor p, final SimulatedTask task) {
        final Channel socket = task.channel;
        if (!socket.takes((int) task.amount)) {
            task.waiting = true;
            socket.writers.add(task);
            simulation.actions.block(p, task);
            return;
        }
        simulation.actions.done(task);
        enterSoftirq(p, socket);
        socket.put((int) task.amount);
        socket.senderCpu = p.cpu;
        socket.lastCpu = p.cpu;
        task.work += simulation.code(socket.path.afterSendNanos());
        p.toWake(socket.reader, WakeUp.TTWU | WakeUp.SYNC);
        simulation.wakePath.wakeAll(p);
    }

    /** The network stack's receiving side has been at work for {@code p}'s task, and wakes the reader. */
    private void enterSoftirq(final Processor p, final Channel socket) {
        final double code = socket.path.softirqNanos() / (simulation.hardware.coreSpeed * p.speed);
        if (code > 0) {
            final double lines = simulation.hardware.handOver(socket.lastCpu, p.cpu, socket.path.sharedLines());
            p.softirqSince = simulation.now - Math.round(code + lines);
        }
    }

    /** The task of {@code p} looks for a message. */
    void receive(final Processor p, final SimulatedTask task) {
        final Channel socket = task.channel;
        if (socket.isEmpty()) {
            task.waiting = true;
            socket.reader = task;
            simulation.actions.block(p, task);
            return;
        }
        simulation.actions.done(task);
        socket.reader = null;
        final KernelPath path = socket.path;
        final int bytes = socket.take();
        final Hardware hardware = simulation.hardware;
        task.work += simulation.code(path.receiveNanos() + bytes / path.copyBytesPerNano());
        task.stall(hardware.handOver(socket.lastCpu, p.cpu, path.sharedLines())
                + hardware.handOver(socket.senderCpu, p.cpu, path.messageLines())
                + hardware.stream(socket.senderCpu, p.cpu, bytes));
        socket.lastCpu = p.cpu;
        if (socket.slots() <= path.slotsWhenWritable()) {
            while (!socket.writers.isEmpty()) {
                p.toWake(socket.writers.poll(), WakeUp.TTWU | WakeUp.SYNC);
            }
        }
        simulation.wakePath.wakeAll(p);
    }
}
