package dev.perch.scheduler.balance;

import dev.perch.scheduler.LinuxPolicy;
import dev.perch.scheduler.Placement;
import dev.perch.scheduler.RunqueueTable;
import dev.perch.scheduler.Search;
import dev.perch.scheduler.Task;
import dev.perch.scheduler.WakeUp;
import dev.perch.scheduler.fair.FairRunqueue;
import dev.perch.scheduler.fair.SchedEntity;
import dev.perch.topology.CpuSet;
import dev.perch.topology.SchedDomains;
import dev.perch.topology.TopologySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A machine whose CPUs do nothing but tick, run and balance; looks cost a microsecond for each runqueue examined. */
final class BalancedMachine implements BalanceDriver {
    static final long MS = 1_000_000;

    final SchedDomains domains;
    final RunqueueTable table;
    final FairRunqueue[] fair;
    final LoadBalance balance;
    /** The LLC utilisations that placement was told. */
    final List<Long> told = new ArrayList<>();
    final List<Integer> kicked = new ArrayList<>();
    final List<IdleKind> looks = new ArrayList<>();
    long now = 4 * MS;
    boolean answersKicks = true;
    /** The CPU whose caches hold the data of all tasks, whether they ran just now or not; -1 for none. */
    int hotCpu = -1;
    private int lastPulled;

    /** A machine of {@code nodes} nodes, each with one LLC of {@code cores} cores of {@code smt} threads. */
    BalancedMachine(final LinuxPolicy policy, final int nodes, final int cores, final int smt) {
        final var spec = new TopologySpec("test", nodes, 1, 1, 1, cores, smt, false, false, 12, 20, 30);
        domains = SchedDomains.build(spec.toTopology(), policy.domainRules());
        table = new RunqueueTable(domains);
        fair = new FairRunqueue[spec.cpus()];
        Arrays.setAll(fair, cpu -> FairRunqueue.under(policy, fair.length).of(cpu, 1024));
        final var placement = new Placement() {
            @Override
            public int select(final WakeUp wakeUp, final Search search) {
                throw new UnsupportedOperationException();
            }

            @Override
            public void balancedLlc(final int cpu, final int imbalancePct, final long sumUtilization) {
                told.add(sumUtilization);
            }

            @Override
            public boolean isCacheHot(final Task task, final int from, final int to, final boolean ranJustNow) {
                return from == hotCpu || ranJustNow;
            }
        };
        balance = new LoadBalance(policy, domains, table, placement, fair, this);
    }

    SchedEntity start(final int cpu, final CpuSet allowed) {
        final var entity = new SchedEntity(new Task(allowed));
        fair[cpu].addNew(entity, now);
        if (fair[cpu].current() == null) {
            fair[cpu].pickNext(now);
        }
        show(cpu);
        return entity;
    }

    SchedEntity start(final int cpu) {
        return start(cpu, domains.topology().cpus());
    }

    /** Lets all CPUs run, tick by tick. */
    void run(final long nanos) {
        final long end = now + nanos;
        while (now < end) {
            now += WakeUp.TICK_NANOS;
            for (int cpu = 0; cpu < fair.length; cpu++) {
                fair[cpu].tick(now);
                show(cpu);
                if (fair[cpu].nrRunning() > 0) {
                    balance.tick(cpu, now);
                }
                if (fair[cpu].needsReschedule()) {
                    fair[cpu].pickNext(now);
                    show(cpu);
                }
            }
        }
    }

    /** The tasks of {@code cpu} end, and it looks for others. */
    int becomeIdle(final int cpu) {
        while (fair[cpu].current() != null) {
            fair[cpu].exit(fair[cpu].current(), now);
            fair[cpu].pickNext(now);
        }
        show(cpu);
        lastPulled = 0;
        balance.newlyIdle(cpu, now);
        return lastPulled;
    }

    int[] nrRunning() {
        final int[] running = new int[fair.length];
        for (int cpu = 0; cpu < fair.length; cpu++) {
            running[cpu] = fair[cpu].nrRunning();
        }
        return running;
    }

    private void show(final int cpu) {
        final FairRunqueue runqueue = fair[cpu];
        averaged(cpu);
        if (runqueue.nrRunning() == 0) {
            table.becomeIdle(cpu);
        } else {
            table.becomeBusy(cpu, runqueue.nrRunning());
        }
    }

    @Override
    public long looked(final Look look) {
        looks.add(look.kind());
        lastPulled = look.pulledCount();
        final FairRunqueue to = fair[look.cpu()];
        for (int i = 0; i < look.pulledCount(); i++) {
            to.attach(look.pulled(i), now);
        }
        if (look.pulledCount() > 0) {
            if (to.current() == null) {
                to.pickNext(now);
            }
            show(look.cpu());
            show(look.busiest());
        }
        if (look.pushFrom() >= 0) {
            final int from = look.pushFrom();
            fair[from].suspendCurrent(now);
            balance.push(from, look.cpu(), look.domain(), now);
            fair[from].pickNext(now);
            show(from);
        }
        return look.runqueuesExamined() * 1000L;
    }

    @Override
    public void kick(final int cpu) {
        kicked.add(cpu);
        if (answersKicks) {
            balance.idleBalance(cpu, now);
        }
    }

    @Override
    public void averaged(final int cpu) {
        table.setAverages(cpu, fair[cpu].average().loadAvg, (int) fair[cpu].average().utilAvg,
                (int) fair[cpu].average().runnableAvg);
        table.setUtilizationEstimate(cpu, fair[cpu].utilizationEstimate());
    }
}
