package dev.perch.simulator;

import dev.perch.scheduler.balance.BalanceDriver;
import dev.perch.scheduler.balance.LoadBalance;
import dev.perch.scheduler.balance.Look;
import dev.perch.scheduler.fair.FairRunqueue;
import dev.perch.scheduler.fair.SchedEntity;
import dev.perch.simulator.Processor.Phase;
import dev.perch.topology.SchedDomains;

/** Carries out load balance in virtual time: moves the tasks, charges for the looks, wakes who is to balance. */
final class Balancing implements BalanceDriver {
    private final Simulation simulation;
    private final LoadBalance balance;

    Balancing(final Simulation simulation, final SchedDomains domains) {
        this.simulation = simulation;
        final var fair = new FairRunqueue[simulation.processors.length];
        domains.topology().cpus().forEach(cpu -> fair[cpu] = simulation.processors[cpu].runqueue);
        balance = new LoadBalance(simulation.policy, domains, simulation.table, simulation.placement, fair,
                this);
        balance.rememberNewIdleCosts(Math.round(simulation.hardware.kernel.slowestNewIdle),
                Math.round(simulation.hardware.kernel.slowestNewIdleACpu));
    }

    /** {@code p} has run out of tasks: pulls some from others; returns how long that took, nanoseconds. */
    double newlyIdle(final Processor p) {
        simulation.dispatcher.show(p);
        p.idleStamp = simulation.now;
        final long nanos = balance.newlyIdle(p.cpu, simulation.now);
        if (p.runqueue.nrRunning() > 0) {
            p.idleStamp = 0;
        }
        return (double) nanos;
    }

    /** A wake-up has put a task on {@code p}. */
    void woken(final Processor p) {
        if (p.idleStamp != 0) {
            balance.idleEnded(p.cpu, simulation.now - p.idleStamp, simulation.now);
            p.idleStamp = 0;
        }
    }

    /** What a tick on {@code p} has to balance; returns how long that took, nanoseconds. */
    double tick(final Processor p) {
        return (double) balance.tick(p.cpu, simulation.now);
    }

    /** {@code p}, which was kicked, does what it was kicked for; returns how long that took, nanoseconds. */
    double kicked(final Processor p) {
        double nanos = 0;
        if (p.balanceAsked) {
            p.balanceAsked = false;
            nanos += balance.idleBalance(p.cpu, simulation.now);
        }
        if (p.pushDomain != null) {
            final var domain = p.pushDomain;
            p.pushDomain = null;
            nanos += balance.push(p.cpu, p.pushTo, domain, simulation.now);
        }
        return nanos;
    }

    @Override
    public long looked(final Look look) {
        final Hardware hardware = simulation.hardware;
        double nanos = look.runqueuesExamined() * hardware.gatherNanos;
        if (look.busiest() >= 0) {
            nanos += underLock(look, simulation.processors[look.busiest()]);
        }
        if (look.pulledCount() > 0) {
            pull(look, simulation.processors[look.cpu()]);
        }
        if (look.pushFrom() >= 0) {
            final Processor from = simulation.processors[look.pushFrom()];
            from.pushDomain = look.domain();
            from.pushTo = look.cpu();
            nanos += simulation.dispatcher.kick(from, look.cpu(), nanos);
        }
        return Math.round(nanos);
    }

    /** How long {@code look} waits for the lock of {@code busiest} and holds it, nanoseconds. */
    private double underLock(final Look look, final Processor busiest) {
        final Hardware hardware = simulation.hardware;
        final double held = look.tasksExamined() * hardware.kernel.move / hardware.coreSpeed
                + hardware.handOver(busiest.runqueueWriter, look.cpu(), hardware.kernel.runqueueLines);
        busiest.runqueueWriter = look.cpu();
        return (double) (busiest.lock.serve(simulation.now, Math.round(held)) - simulation.now);
    }

    private void pull(final Look look, final Processor to) {
        for (int i = 0; i < look.pulledCount(); i++) {
            final SchedEntity entity = look.pulled(i);
            to.runqueue.attach(entity, simulation.now);
            to.runqueue.checkPreemption(entity, simulation.now);
            entity.task.cpu = to.cpu;
        }
        simulation.dispatcher.show(simulation.processors[look.busiest()]);
        simulation.dispatcher.show(to);
        if (to.phase == Phase.IDLE) {
            simulation.dispatcher.kick(to, look.busiest(), 0);
        }
    }

    @Override
    public void kick(final int cpu) {
        final Processor p = simulation.processors[cpu];
        if (p.phase == Phase.IDLE) {
            p.balanceAsked = true;
            simulation.dispatcher.kick(p, cpu, 0);
        }
    }

    @Override
    public void averaged(final int cpu) {
        simulation.dispatcher.showLoad(simulation.processors[cpu]);
    }
}
