package dev.perch.simulator;

import dev.perch.scheduler.Feature;
import dev.perch.scheduler.RunqueueTable;
import dev.perch.scheduler.WakeUp;
import dev.perch.scheduler.fair.FairRunqueue;
import dev.perch.scheduler.fair.LoadAverage;
import dev.perch.scheduler.fair.SchedEntity;
import dev.perch.simulator.Processor.Phase;
import dev.perch.simulator.SimulatedTask.Action;
import dev.perch.simulator.SimulatedTask.State;

/** Gives CPUs to tasks: switches, preemption, ticks, interrupts, rest. */
final class Dispatcher {
    private static final int NANOS_A_MICRO = 1000;

    private final Simulation simulation;
    private final Hardware hardware;
    private final IdleGovernor governor;
    private final GroupLoad groupLoad;
    private final double interruptNanos;
    private final double enqueueNanos;
    private final double sleepNanos;
    private final double pickNanos;
    private final double goIdleNanos;
    private final double accountNanos;
    private final OtherProcesses others; // null where no policy keeps accounts of address spaces
    private final int[] busyThreads; // by core: how many of its CPUs execute anything

    Dispatcher(final Simulation simulation) {
        this.simulation = simulation;
        hardware = simulation.hardware;
        governor = new IdleGovernor(hardware);
        groupLoad = simulation.groupLoad;
        final KernelCosts kernel = hardware.kernel;
        interruptNanos = kernel.interrupt / hardware.coreSpeed;
        enqueueNanos = kernel.enqueue / hardware.coreSpeed;
        sleepNanos = (kernel.dequeue + kernel.pick) / hardware.coreSpeed;
        pickNanos = kernel.pick / hardware.coreSpeed;
        goIdleNanos = kernel.goIdle / hardware.coreSpeed;
        final boolean isCacheAware = simulation.policy.has(Feature.SCHED_CACHE);
        accountNanos = isCacheAware ? kernel.account / hardware.coreSpeed : 0;
        others = isCacheAware ? new OtherProcesses(simulation) : null;
        busyThreads = new int[simulation.domains().topology().cores().count()];
    }

    /** Starts the first task of the run on {@code p}, without a placement. */
    void startFirst(final SimulatedTask task, final Processor p) {
        arrive(p, task, WakeUp.FORK);
        kick(p, p.cpu, 0);
    }

    /** {@code p} has idled since {@code since}, before the run began. */
    void restSince(final Processor p, final long since) {
        governor.start(p, since, simulation.now);
        simulation.table.setIdleState(p.cpu, since, (int) ((long) p.idleExit / NANOS_A_MICRO));
    }

    /** {@code task} is put on the runqueue of {@code p}; says itself whether it should run at once. */
    void arrive(final Processor p, final SimulatedTask task, final int flags) {
        final FairRunqueue runqueue = p.runqueue;
        final SchedEntity entity = task.entity;
        final long now = simulation.now;
        if (flags == WakeUp.FORK) {
            runqueue.addNew(entity, now);
        } else {
            if (task.cpu != p.cpu) {
                simulation.processors[task.cpu].runqueue.departAsleep(entity);
            }
            runqueue.wake(entity, now);
        }
        simulation.balancing.woken(p);
        runqueue.checkPreemption(entity, now);
        task.cpu = p.cpu;
        task.state = State.RUNNABLE;
        show(p);
    }

    /** {@code task}, which sleeps but never left its runqueue, wakes there. */
    void wakeDelayed(final SimulatedTask task) {
        final Processor p = simulation.processors[task.cpu];
        p.runqueue.wakeDelayed(task.entity, simulation.now);
        p.runqueue.checkPreemption(task.entity, simulation.now);
        task.state = State.RUNNABLE;
        show(p);
    }

    /** Shows placement what has become of the runqueue of {@code p}. */
    void show(final Processor p) {
        simulation.table.setNrRunning(p.cpu, p.runqueue.nrRunning(), p.runqueue.nrSchedIdle());
        showLoad(p);
    }

    /** The same where only the averages have moved. */
    void showLoad(final Processor p) {
        final FairRunqueue runqueue = p.runqueue;
        final RunqueueTable table = simulation.table;
        if (runqueue.averageMoved()) {
            final LoadAverage average = runqueue.average();
            table.setAverages(p.cpu, average.loadAvg, (int) average.utilAvg, (int) average.runnableAvg);
        }
        table.setUtilizationEstimate(p.cpu, runqueue.utilizationEstimate());
        table.setNrDelayed(p.cpu, runqueue.nrDelayed());
    }

    /**
     * Has {@code p} told, after {@code delay}, that something waits for it. {@code by} is the CPU that tells it.
     *
     * @return how long that keeps the teller: nothing where an interrupt is underway, or it looks by itself
     */
    double kick(final Processor p, final int by, final double delay) {
        if (p.phase == Phase.IDLE) {
            p.phase = Phase.WAKING_UP;
            governor.woken(p, simulation.now);
            final double flight = p.wakesByWrite ? hardware.lineLatency(by, p.cpu) : hardware.interruptFlight;
            final double entering = p.idleSince + goIdleNanos - simulation.now;
            simulation.after(p, delay + Math.max(flight, entering) + (entering > 0 ? 0 : p.idleExit));
            return p.wakesByWrite ? 0 : hardware.interruptSend;
        }
        if (p.interruptUnderway || p.phase == Phase.WAKING_UP || p.phase == Phase.GOING_IDLE) {
            return 0;
        }
        p.interruptUnderway = true;
        simulation.interruptAfter(p, delay + hardware.interruptFlight);
        return hardware.interruptSend;
    }

    /** An interrupt reaches {@code p}. */
    void interrupt(final Processor p) {
        p.interruptUnderway = false;
        if (p.phase == Phase.RUNNING) { // else it looks at its list and at need_resched when it is through
            settle(p);
            p.current.work += interruptNanos;
            goOn(p);
        }
    }

    /** Goes on with the task of {@code p} after an interruption, or with another if it shall make room. */
    private void goOn(final Processor p) {
        if (p.pushDomain != null) {
            stop(p);
            return;
        }
        p.current.work += takeArrivals(p);
        if (p.runqueue.needsReschedule()) {
            preempt(p);
            return;
        }
        if (p.current.scanQueued) {
            p.current.work += hardware.walkNanos(p.cpu);
            simulation.placement.returnedToUser(p.cpu, p.current, simulation.now);
        }
        simulation.actions.resume(p);
    }

    /** Charges what the task of {@code p} has run to its address space. */
    private void charge(final Processor p) {
        final long now = simulation.now;
        simulation.placement.ran(p.cpu, p.current, now - p.chargedAt, now);
        p.chargedAt = now;
    }

    /** The task of {@code p} has done with waking others; it makes room, if it shall, when its call returns. */
    void wakeUpDone(final Processor p) {
        p.phase = Phase.RUNNING;
        p.current.work += takeArrivals(p);
        simulation.actions.resume(p);
    }

    /** Puts what others left on the list of {@code p} on its runqueue; returns the time that takes. */
    private double takeArrivals(final Processor p) {
        double nanos = 0;
        for (SimulatedTask task = p.arrivals.poll(); task != null; task = p.arrivals.poll()) {
            arrive(p, task, WakeUp.TTWU);
            nanos += enqueueNanos + groupLoad.pay(p, simulation.now)
                    + hardware.handOver(task.wakerCpu, p.cpu, hardware.kernel.listLinesBack);
        }
        if (nanos > 0) {
            simulation.table.setPending(p.cpu, false);
        }
        return nanos;
    }

    /** The interrupt has brought {@code p} out of its idle state. */
    void awake(final Processor p) {
        p.phase = Phase.SWITCHING;
        if (busyThreads[p.core]++ > 0) {
            feltBySiblings(p);
        }
        final double told = p.wakesByWrite ? interruptNanos : 0;
        pick(p, told + takeArrivals(p) + fetchRunqueue(p) + simulation.balancing.kicked(p));
    }

    /** The task of {@code p} goes to sleep, or ends. */
    void leave(final Processor p) {
        final SimulatedTask task = p.current;
        final long now = simulation.now;
        task.onCpu = true;
        if (task.state == State.DEAD) {
            p.runqueue.exit(task.entity, now);
        } else {
            p.runqueue.sleep(task.entity, now);
        }
        depart(p, task);
        final double held = sleepNanos + fetchRunqueue(p)
                + groupLoad.pay(p, now);
        pick(p, (double) (p.lock.serve(now, Math.round(held)) - now));
    }

    /** Nanoseconds until {@code p} has the lines of its runqueue back from whoever put a task on it. */
    private double fetchRunqueue(final Processor p) {
        final double nanos = hardware.handOver(p.runqueueWriter, p.cpu, hardware.kernel.runqueueLines);
        p.runqueueWriter = p.cpu;
        return nanos;
    }

    /** The task of {@code p} makes room, still runnable. */
    void preempt(final Processor p) {
        depart(p, p.current);
        pick(p, pickNanos + fetchRunqueue(p));
    }

    /** The stopper takes {@code p} from its task, to push it away. */
    private void stop(final Processor p) {
        p.runqueue.suspendCurrent(simulation.now);
        depart(p, p.current);
        pick(p, simulation.balancing.kicked(p) + hardware.switchThreads);
    }

    private void depart(final Processor p, final SimulatedTask task) {
        simulation.locking.leaves(p, task);
        charge(p);
        p.leaving = task;
        task.switchesAtLeave = p.switches;
        task.leftCpu = p.cpu;
        p.current = null;
    }

    /** Chooses what {@code p} runs next, {@code nanos} being spent already. */
    private void pick(final Processor p, final double nanos) {
        final long now = simulation.now;
        SchedEntity next = p.runqueue.pickNext(now);
        double cost = nanos;
        if (next == null) {
            cost += simulation.balancing.newlyIdle(p);
            if (p.runqueue.nrRunning() > 0) {
                next = p.runqueue.pickNext(now);
                show(p);
            }
        }
        if (next == null) {
            p.phase = Phase.GOING_IDLE;
            simulation.after(p, cost);
            countSwitch(p, null);
            return;
        }
        final SimulatedTask task = (SimulatedTask) next.task;
        countSwitch(p, task);
        p.current = task;
        p.chargedAt = now;
        cost += accountNanos;
        simulation.table.setRunsTask(p.cpu, p.runqueue.nrRunning(), p.runqueue.nrSchedIdle());
        showLoad(p);
        if (p.leaving == null) { // nobody waits for the end of the switch: it runs on into the task's own work
            task.work += cost + switchCost(p, task);
            begin(p, task);
        } else {
            p.phase = Phase.SWITCHING;
            simulation.after(p, task == p.leaving ? cost : cost + switchCost(p, task));
        }
    }

    /** {@code p} goes on with {@code next}, null for none: counts it if it leaves another task for that. */
    private static void countSwitch(final Processor p, final SimulatedTask next) {
        if (p.leaving == null || p.leaving == next) {
            return;
        }
        if (p.leaving.state == State.RUNNABLE) {
            p.preempted++;
        } else {
            p.blocked++;
        }
    }

    private double switchCost(final Processor p, final SimulatedTask task) {
        final boolean sameSpace = p.loadedSpace == task.mm;
        p.loadedSpace = task.mm;
        return sameSpace ? hardware.switchThreads : hardware.switchProcesses;
    }

    /** The switch to the task of {@code p} is done. */
    void switched(final Processor p) {
        final SimulatedTask left = p.leaving;
        left.onCpu = false;
        p.leaving = null;
        if (left == p.current) {
            p.phase = Phase.RUNNING;
            goOn(p);
        } else {
            begin(p, p.current);
        }
    }

    private void begin(final Processor p, final SimulatedTask task) {
        p.switches++;
        task.stall(refill(p, task));
        p.phase = Phase.RUNNING;
        if (!p.ticking) {
            p.ticking = true;
            simulation.tickAt(p, (simulation.now / WakeUp.TICK_NANOS + 1) * WakeUp.TICK_NANOS);
        }
        goOn(p);
    }

    private double refill(final Processor p, final SimulatedTask task) {
        final double handOver = hardware.handOver(task.wakerCpu, p.cpu, task.linesTaken);
        task.wakerCpu = p.cpu;
        return task.leftCpu < 0 ? handOver
                : handOver + task.footprint.refill(hardware.distance(task.leftCpu, p.cpu),
                        p.switches - task.switchesAtLeave - 1);
    }

    /** {@code p} has nothing to run and comes to rest, unless something came meanwhile. */
    void rest(final Processor p) {
        if (p.leaving != null) {
            p.leaving.onCpu = false;
            p.leaving = null;
        }
        final double taken = takeArrivals(p);
        if (p.runqueue.nrRunning() > p.runqueue.nrDelayed()) {
            pick(p, taken);
            return;
        }
        p.phase = Phase.IDLE;
        governor.rest(p, simulation.now);
        simulation.table.becomeIdle(p.cpu);
        simulation.table.setIdleState(p.cpu, simulation.now, (int) ((long) p.idleExit / NANOS_A_MICRO));
        simulation.placement.enteredIdle(p.cpu);
        if (--busyThreads[p.core] > 0) {
            feltBySiblings(p);
        }
    }

    /** The tick comes on {@code p}. */
    void tick(final Processor p) {
        final long now = simulation.now;
        if (p.phase == Phase.IDLE) {
            p.ticking = false;
            return;
        }
        simulation.tickAt(p, now + WakeUp.TICK_NANOS);
        p.runqueue.tick(now);
        if (p.current != null) {
            charge(p);
        }
        if (others != null) {
            others.runUntil(now);
        }
        simulation.placement.ticked(p.cpu, p.current == null ? p.idleTask : p.current, now);
        double cost = hardware.kernel.tick / hardware.coreSpeed + groupLoad.pay(p, now);
        cost += simulation.balancing.tick(p);
        show(p);
        if (p.phase == Phase.RUNNING) {
            settle(p);
            p.current.work += cost;
            goOn(p);
        }
    }

    /** Brings what {@code p}'s task has done of its work up to now. */
    private void settle(final Processor p) {
        p.current.workFor((double) (simulation.now - p.settledAt), p.speed);
        p.settledAt = simulation.now;
    }

    /**
     * {@code lock} is free: of those who spin for it on their CPUs one has it. Each asks for its line again and again, so
     * that whose turn it is then is chance, not place.
     */
    void passOn(final SpinLock lock) {
        Processor next = null;
        int spinning = 0;
        for (final Processor p : simulation.processors) {
            if (p != null && p.phase == Phase.RUNNING && p.current.spinLock == lock && p.current.action == Action.LOCK
                    && p.current.waiting) {
                spinning++;
                next = simulation.chance() * spinning < 1 ? p : next;
            }
        }
        if (next != null) {
            lock.owner = next.current;
            simulation.after(next, 0);
        }
    }

    /** All have come to {@code barrier}: whoever spins at it sees that now. */
    void seenComplete(final SpinningBarrier barrier) {
        for (final Processor p : simulation.processors) {
            if (p != null && p.phase == Phase.RUNNING && p.current.meeting == barrier && p.current.action == Action.MEET
                    && p.current.waiting) {
                simulation.after(p, 0);
            }
        }
    }

    /** The share of the machine's full speed that {@code p}, which is busy, has beside its siblings. */
    double speedOf(final Processor p) {
        return busyThreads[p.core] > 1 ? p.ownSpeed * hardware.smtSpeed : p.ownSpeed;
    }

    /** {@code p} has come to work or to rest: its siblings' tasks go on at another speed. */
    private void feltBySiblings(final Processor p) {
        for (final int cpu : p.siblings) {
            final Processor sibling = simulation.processors[cpu];
            if (sibling.phase == Phase.RUNNING) {
                settle(sibling);
                sibling.speed = speedOf(sibling);
                simulation.after(sibling, sibling.current.nanosAt(sibling.speed));
            }
        }
    }
}
