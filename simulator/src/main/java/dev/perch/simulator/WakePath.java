package dev.perch.simulator;

import dev.perch.scheduler.Search;
import dev.perch.scheduler.Task;
import dev.perch.scheduler.WakeUp;
import dev.perch.simulator.Processor.Phase;
import dev.perch.simulator.SimulatedTask.State;
import dev.perch.topology.Distance;

/**
 * The wake-up, step by step in the waker's time. First the choice of a CPU, on the state as it is then; then the
 * queue for the target's runqueue lock; then, under the lock, the enqueue, which others see only at its end: between
 * the look and the sight several wakers can choose the same idle CPU. A kernel since 6.0 leaves a wakee for an idle
 * CPU on that CPU's list instead, which others see at once (ttwu_pending); and so does any across caches.
 */
final class WakePath {
    private final Simulation simulation;
    private final WakeUp wakeUp = new WakeUp();
    private final Search search = new Search();
    private final boolean listsForIdle;
    private final double examine;
    private final KernelCosts kernel;

    WakePath(final Simulation simulation) {
        this.simulation = simulation;
        listsForIdle = simulation.policy.kernel().release().isAtLeast(6, 0);
        examine = simulation.hardware.examineNanos;
        kernel = simulation.hardware.kernel;
        search.countsCores = true;
    }

    /** The task of {@code p} wakes whom it has to wake, one after the other, and goes on. */
    void wakeAll(final Processor p) {
        final SimulatedTask wakee = p.toWake.poll();
        if (wakee == null) {
            p.endSoftirq(simulation.now);
            simulation.actions.resume(p);
        } else {
            begin(p, wakee, wakee.wakeFlags);
        }
    }

    /** {@code p}'s task wakes {@code wakee}: chooses a CPU. */
    void begin(final Processor p, final SimulatedTask wakee, final int flags) {
        p.wakee = wakee;
        p.wakeFlags = flags;
        wakee.wakerCpu = p.cpu;
        wakee.linesTaken = kernel.taskLines;
        if (wakee.entity.delayed) {
            simulation.dispatcher.wakeDelayed(wakee);
            finish(p, simulation.processors[wakee.cpu]);
            return;
        }
        wakee.state = State.WAKING;
        if (wakee.onCpu && isLeftOnCpu(p, wakee)) {
            p.target = wakee.cpu;
            list(p, simulation.processors[wakee.cpu]);
            return;
        }
        p.target = choose(p, wakee, p.current, flags, false);
        p.phase = Phase.DECIDING;
        simulation.after(p, kernel.decide / (simulation.hardware.coreSpeed * p.speed) + search.examined * examine);
    }

    private int choose(final Processor p, final SimulatedTask wakee, final Task waker,
            final int flags, final boolean inInterrupt) {
        wakeUp.wakee = wakee;
        wakeUp.waker = waker;
        wakeUp.cpu = p.cpu;
        wakeUp.inInterrupt = inInterrupt;
        wakeUp.flags = flags;
        wakeUp.nowNanos = simulation.now;
        search.clear();
        final int cpu = simulation.core.select(wakeUp, search);
        simulation.searches.add(search, search.examined * examine);
        simulation.wakeUps++;
        return cpu;
    }

    /** The CPU is chosen: on to its runqueue. */
    void enqueue(final Processor p) {
        final Processor target = simulation.processors[p.target];
        if (isLeftOnList(p, target)) {
            list(p, target);
            return;
        }
        final SimulatedTask wakee = p.wakee;
        final Hardware hardware = simulation.hardware;
        final double cost = kernel.enqueue / (hardware.coreSpeed * p.speed)
                + hardware.handOver(wakee.cpu, p.cpu, kernel.taskLines)
                + hardware.handOver(target.runqueueWriter, p.cpu, kernel.runqueueLines)
                + simulation.groupLoad.toEnqueue(p, target, wakee.entity, simulation.now);
        target.runqueueWriter = p.cpu;
        p.phase = Phase.ENQUEUEING;
        simulation.at(p, target.lock.serve(simulation.now, Math.round(cost)));
    }

    private boolean isLeftOnList(final Processor p, final Processor target) {
        if (target == p || p.wakeFlags == WakeUp.FORK) {
            return false;
        }
        return isFar(p.cpu, target.cpu) || listsForIdle && target.runqueue.nrRunning() == 0;
    }

    /**
     * Whether {@code wakee}, whose CPU is still switching away from it, is left to that CPU without a choice: since 6.0
     * if nothing else is there to run, before that even beside one other task.
     */
    private boolean isLeftOnCpu(final Processor p, final SimulatedTask wakee) {
        return isFar(p.cpu, wakee.cpu)
                || simulation.processors[wakee.cpu].runqueue.nrRunning() <= (listsForIdle ? 0 : 1);
    }

    /**
     * The wakee is put on the list of {@code target}, once {@code p} has its lines and the list's. The mark goes before:
     * of the lines the kernel has the task's when it chooses.
     */
    private void list(final Processor p, final Processor target) {
        simulation.table.setPending(target.cpu, true);
        p.phase = Phase.LISTING;
        p.wakee.linesTaken = kernel.listedTaskLines;
        simulation.after(p, simulation.hardware.handOver(p.wakee.cpu, p.cpu, kernel.listedTaskLines)
                + simulation.hardware.handOver(target.cpu, p.cpu, kernel.listLines));
    }

    /** The wakee is on the target's list. */
    void listed(final Processor p) {
        p.current.work += leave(simulation.processors[p.target], p.wakee, p.cpu, 0);
        next(p);
    }

    private boolean isFar(final int cpu, final int target) {
        return simulation.hardware.distance(cpu, target) > Distance.LLC.ordinal();
    }

    /** Leaves {@code wakee} on the list of {@code target}; returns how long telling it keeps the CPU {@code by}. */
    private double leave(final Processor target, final SimulatedTask wakee, final int by, final double delay) {
        simulation.table.setPending(target.cpu, true);
        target.arrivals.add(wakee);
        return simulation.dispatcher.kick(target, by, delay);
    }

    /** The wakee is on the target's runqueue, and others see it. */
    void enqueued(final Processor p) {
        final Processor target = simulation.processors[p.target];
        simulation.dispatcher.arrive(target, p.wakee, p.wakeFlags);
        simulation.groupLoad.paid(target);
        finish(p, target);
    }

    private void finish(final Processor p, final Processor target) {
        if (target != p && target.runqueue.needsReschedule()) {
            p.current.work += simulation.dispatcher.kick(target, p.cpu, 0);
        }
        next(p);
    }

    private void next(final Processor p) {
        if (p.toWake.isEmpty()) {
            p.endSoftirq(simulation.now);
            simulation.dispatcher.wakeUpDone(p);
        } else {
            wakeAll(p);
        }
    }

    /** The timer of {@code task} fires on the CPU where it went to sleep, or a device's interrupt comes, elsewhere. */
    void timer(final SimulatedTask task) {
        final Processor p = simulation.processors[task.interruptedCpu()];
        if (task.entity.delayed) {
            simulation.dispatcher.wakeDelayed(task);
            simulation.dispatcher.kick(simulation.processors[task.cpu], p.cpu, 0);
            return;
        }
        task.state = State.WAKING;
        final int target = choose(p, task, p.current == null ? p.idleTask : p.current, WakeUp.TTWU, true);
        final double exit = p.phase == Phase.IDLE && target != p.cpu ? p.idleExit : 0;
        leave(simulation.processors[target], task, p.cpu,
                kernel.decide / simulation.hardware.coreSpeed + search.examined * examine + exit);
    }
}
