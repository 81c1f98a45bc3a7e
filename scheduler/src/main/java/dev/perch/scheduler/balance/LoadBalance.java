package dev.perch.scheduler.balance;

import dev.perch.scheduler.Placement;
import dev.perch.scheduler.Policy;
import dev.perch.scheduler.Runqueues;
import dev.perch.scheduler.ScanCost;
import dev.perch.scheduler.WakeUp;
import dev.perch.scheduler.fair.FairRunqueue;
import dev.perch.scheduler.fair.Overload;
import dev.perch.scheduler.fair.SchedEntity;
import dev.perch.topology.CpuSet;
import dev.perch.topology.SchedDomain;
import dev.perch.topology.SchedDomain.SchedGroup;
import dev.perch.topology.SchedDomains;
import dev.perch.topology.SdFlag;
import java.util.Arrays;
import java.util.IdentityHashMap;

/**
 * Load balance of all CPUs of a machine as the kernel does it: at ticks, each domain at its interval ({@link #tick});
 * when a CPU runs out of tasks ({@link #newlyIdle}); and, for CPUs whose tick is stopped, by one idle CPU that a busy
 * one kicks ({@link #idleBalance}). Decides and detaches; the driver attaches, and says what it all took.
 *
 * <p>At a tick's balance of the LLC domain, and only there, placement learns the LLC's utilisation (nr_idle_scan).
 *
 * <p>Left out: CPU hotplug, isolated CPUs, asymmetric packing, energy-aware placement, NUMA balancing's preferences,
 * capacity lost to interrupts and to other classes, a CPU's pulling for another of its group where a task may not run
 * on its own, the lock that lets one CPU at a time balance a NUMA domain, and newly-idle balance by lot (NI_RANDOM, in
 * stable releases since the end of 2025). A delayed task (6.12) is never moved, as
 * since 6.13.
 */
public final class LoadBalance {
    private static final long TICK = WakeUp.TICK_NANOS;
    private static final long JIFFIES_A_SECOND = 1_000_000_000 / TICK;
    private static final int TICK_MILLIS = (int) (TICK / 1_000_000);
    private static final long BLOCKED_INTERVAL = 32 / TICK_MILLIS;

    private final SchedDomains domains;
    private final Runqueues runqueues;
    private final Placement placement;
    private final FairRunqueue[] fair;
    private final BalanceDriver driver;
    private final BalanceRules rules;
    private final Imbalance imbalance;
    private final Detachment detachment;
    private final DomainState[][] states; // by CPU and level
    private final boolean[][] imbalancedGroups; // by level and first CPU of the group
    private final long[] nextBalance; // by CPU, jiffies
    private final long[] maxIdleBalanceCost; // by CPU, nanoseconds
    private final boolean[] pushing; // by CPU: a stopper is on its way
    private final long[] excluded;
    private boolean anyExcluded;
    private final long maxInterval;
    private final Overload overload = new Overload();
    private final Look look = new Look();
    private long nextIdleBalance;
    private long nextBlocked;

    /**
     * Balances under {@code policy}.
     *
     * @param fair the runqueues by CPU; null where no CPU is online
     */
    public LoadBalance(final Policy policy, final SchedDomains domains, final Runqueues runqueues,
            final Placement placement, final FairRunqueue[] fair, final BalanceDriver driver) {
        this.domains = domains;
        this.runqueues = runqueues;
        this.placement = placement;
        this.fair = fair.clone();
        this.driver = driver;
        rules = BalanceRules.of(policy.kernel().release());
        final int size = domains.topology().size();
        final int[] fullCapacity = new int[size];
        pushing = new boolean[size];
        states = new DomainState[size][];
        nextBalance = new long[size];
        maxIdleBalanceCost = new long[size];
        excluded = new long[(size + 63) / 64];
        maxInterval = Math.max(1, JIFFIES_A_SECOND * domains.topology().cpus().size() / 10);
        final var members = new IdentityHashMap<SchedGroup, Members>();
        domains.topology().cpus().forEach(cpu -> {
            fullCapacity[cpu] = domains.topology().capacity(cpu);
            final SchedDomain llc = domains.llcDomain(cpu);
            states[cpu] = domains.domains(cpu).stream()
                    .map(domain -> new DomainState(domain, llc != null && domain.index() == llc.index(),
                            group -> members.computeIfAbsent(group,
                                    of -> new Members(of, domains.topology().cores()))))
                    .toArray(DomainState[]::new);
            maxIdleBalanceCost[cpu] = BalanceRules.MIGRATION_COST;
            fair[cpu].shareOverload(overload);
            final ScanCost cost = runqueues.scanCost(cpu);
            cost.averageIdleNanos = 2 * BalanceRules.MIGRATION_COST;
            cost.wakeAverageIdleNanos = cost.averageIdleNanos;
        });
        final int levels = Arrays.stream(states).filter(of -> of != null).mapToInt(of -> of.length).max().orElse(0);
        imbalancedGroups = new boolean[levels][size];
        imbalance = new Imbalance(policy, rules, runqueues, new Misfits(this.fair, runqueues), fullCapacity);
        detachment = new Detachment(rules, placement);
    }

    /**
     * What the machine remembers from before: the slowest newly-idle balance of a domain took {@code nanos}, and
     * {@code nanosACpu} more for each of its CPUs (max_newidle_lb_cost, which decays by 1 % a second).
     */
    public void rememberNewIdleCosts(final long nanos, final long nanosACpu) {
        for (final DomainState[] levels : states) {
            if (levels != null) {
                for (final DomainState state : levels) {
                    state.newIdleCost = nanos + nanosACpu * state.weight;
                }
            }
        }
    }

    /** A wake-up ends {@code cpu}'s idling of {@code nanos}: moves the average that newly-idle balance goes by. */
    public void idleEnded(final int cpu, final long nanos, final long now) {
        final ScanCost cost = runqueues.scanCost(cpu);
        final long average = cost.averageIdleNanos + (nanos - cost.averageIdleNanos) / 8;
        cost.averageIdleNanos = Math.min(average, 2 * maxIdleBalanceCost[cpu]);
        cost.wakeAverageIdleNanos = cost.averageIdleNanos / 2;
        cost.wakeStampJiffies = now / TICK;
    }

    /**
     * The last task of {@code cpu} has left, and the runqueues show it: looks for tasks to pull, domain after domain, while that costs less than
     * the CPU idles on average.
     *
     * @return how long it took, nanoseconds
     */
    public long newlyIdle(final int cpu, final long now) {
        final long jiffies = now / TICK;
        final long idle = runqueues.scanCost(cpu).averageIdleNanos;
        final DomainState[] levels = states[cpu];
        if (levels.length == 0) {
            return 0;
        }
        if (!overload.any || idle < (rules.newIdleByDomain() ? levels[0].newIdleCost : BalanceRules.MIGRATION_COST)) {
            hasten(cpu, levels[0]);
            return 0;
        }
        fair[cpu].averageTo(now);
        driver.averaged(cpu);
        long spent = 0;
        for (int level = 0; level < levels.length; level++) {
            final DomainState state = levels[level];
            hasten(cpu, state);
            if (idle < spent + state.newIdleCost) {
                break;
            }
            if (!state.balancesNewlyIdle) {
                continue;
            }
            balance(cpu, level, IdleKind.NEWLY_IDLE, now);
            final int pulled = look.pulledCount();
            final long cost = driver.looked(look);
            state.addNewIdleCost(cost, jiffies, JIFFIES_A_SECOND);
            spent += cost;
            if (pulled > 0 || fair[cpu].nrRunning() > 0) {
                break;
            }
        }
        maxIdleBalanceCost[cpu] = Math.max(maxIdleBalanceCost[cpu], spent);
        return spent;
    }

    /** An idle CPU looks at {@code state}'s domain sooner than it would have while busy. */
    private void hasten(final int cpu, final DomainState state) {
        nextBalance[cpu] = Math.min(nextBalance[cpu], state.lastBalance + interval(state, false));
    }

    private long interval(final DomainState state, final boolean busy) {
        final long millis = (long) state.interval * (busy ? state.domain.busyFactor() : 1);
        final long jiffies = (millis + TICK_MILLIS - 1) / TICK_MILLIS - (busy ? 1 : 0);
        return Math.clamp(jiffies, 1, maxInterval);
    }

    /**
     * The tick has come on {@code cpu}: balances the domains that are due, and kicks an idle CPU if those whose tick is
     * stopped may have work to find.
     *
     * @return how long it took, nanoseconds
     */
    public long tick(final int cpu, final long now) {
        final long jiffies = now / TICK;
        final boolean idle = runqueues.isAvailableIdle(cpu);
        long spent = 0;
        if (jiffies >= nextBalance[cpu]) {
            fair[cpu].averageTo(now);
            driver.averaged(cpu);
            spent = rebalance(cpu, idle, now);
        }
        if (!idle) {
            averageIdleCpus(jiffies, now);
            if (jiffies >= nextIdleBalance && shouldKick(cpu)) {
                final int idler = anyIdle();
                if (idler >= 0) {
                    nextIdleBalance = jiffies + 1;
                    driver.kick(idler);
                }
            }
        }
        return spent;
    }

    /** Lets the averages of idle CPUs decay, every 32 ms (the blocked load of nohz balance). */
    private void averageIdleCpus(final long jiffies, final long now) {
        if (jiffies < nextBlocked) {
            return;
        }
        nextBlocked = jiffies + BLOCKED_INTERVAL;
        final CpuSet cpus = domains.topology().cpus();
        for (int cpu = cpus.first(); cpu >= 0; cpu = cpus.next(cpu + 1)) {
            if (runqueues.isAvailableIdle(cpu)) {
                fair[cpu].averageTo(now);
                driver.averaged(cpu);
            }
        }
    }

    private boolean shouldKick(final int cpu) {
        if (runqueues.nrRunning(cpu) >= 2) {
            return true;
        }
        final SchedDomain llc = domains.llcDomain(cpu);
        if (llc == null) {
            return false;
        }
        int busy = 0;
        final CpuSet span = llc.span();
        for (int each = span.first(); each >= 0 && busy < 2; each = span.next(each + 1)) {
            busy += runqueues.isAvailableIdle(each) ? 0 : 1;
        }
        return busy > 1;
    }

    private int anyIdle() {
        final CpuSet cpus = domains.topology().cpus();
        for (int cpu = cpus.first(); cpu >= 0; cpu = cpus.next(cpu + 1)) {
            if (runqueues.isAvailableIdle(cpu)) {
                return cpu;
            }
        }
        return -1;
    }

    /**
     * {@code cpu}, which idles, was kicked: balances for every idle CPU that is due, itself last.
     *
     * @return how long it took, nanoseconds
     */
    public long idleBalance(final int cpu, final long now) {
        final long jiffies = now / TICK;
        final CpuSet cpus = domains.topology().cpus();
        long spent = 0;
        long next = jiffies + 60 * JIFFIES_A_SECOND;
        int each = cpu;
        do {
            each = cpus.next(each + 1);
            each = each < 0 ? cpus.first() : each;
            if (runqueues.isAvailableIdle(each)) {
                if (jiffies >= nextBalance[each]) {
                    fair[each].averageTo(now);
                    driver.averaged(each);
                    spent += rebalance(each, true, now);
                }
                next = Math.min(next, nextBalance[each]);
            }
        } while (each != cpu);
        nextIdleBalance = next;
        return spent;
    }

    private long rebalance(final int cpu, final boolean wasIdle, final long now) {
        final long jiffies = now / TICK;
        boolean idle = wasIdle;
        boolean goesOn = true;
        boolean decayed = false;
        long spent = 0;
        long next = jiffies + 60 * JIFFIES_A_SECOND;
        long maxCost = 0;
        final DomainState[] levels = states[cpu];
        for (int level = 0; level < levels.length; level++) {
            final DomainState state = levels[level];
            decayed |= state.addNewIdleCost(0, jiffies, JIFFIES_A_SECOND);
            maxCost += state.newIdleCost;
            if (!goesOn) {
                continue;
            }
            boolean busy = !idle && !runqueues.isSchedIdle(cpu);
            if (jiffies >= state.lastBalance + interval(state, busy)) {
                goesOn = balance(cpu, level, idle ? IdleKind.IDLE : IdleKind.BUSY, now);
                idle &= look.pulledCount() == 0;
                spent += driver.looked(look);
                busy = !idle && !runqueues.isSchedIdle(cpu);
                state.lastBalance = jiffies;
            }
            next = Math.min(next, state.lastBalance + interval(state, busy));
        }
        if (decayed) {
            maxIdleBalanceCost[cpu] = Math.max(BalanceRules.MIGRATION_COST, maxCost);
        }
        nextBalance[cpu] = next;
        return spent;
    }

    /** Balances one domain for {@code cpu} into {@link #look}; tells whether the CPU should go on to wider domains. */
    private boolean balance(final int cpu, final int level, final IdleKind kind, final long now) {
        final DomainState state = states[cpu][level];
        look.start(cpu, state.domain, kind);
        if (!shouldBalance(cpu, level, kind)) {
            balanced(cpu, level, kind, false);
            return false;
        }
        if (anyExcluded) {
            anyExcluded = false;
            Arrays.fill(excluded, 0);
        }
        boolean allPinned = false;
        for (Members group = find(cpu, level, kind); group != null; group = find(cpu, level, kind)) {
            final int busiest = imbalance.busiestCpu(group);
            if (busiest < 0) {
                break;
            }
            look.busiest = busiest;
            allPinned = !detach(cpu, level, busiest, now);
            if (!allPinned) {
                settle(state, busiest);
                return true;
            }
            excluded[busiest >> 6] |= 1L << busiest;
            anyExcluded = true;
        }
        balanced(cpu, level, kind, allPinned);
        return true;
    }

    /** Nothing is out of balance, or nothing of it can be moved: the CPU looks at longer intervals. */
    private void balanced(final int cpu, final int level, final IdleKind kind, final boolean allPinned) {
        final DomainState[] levels = states[cpu];
        if (level + 1 < levels.length && !allPinned) {
            imbalancedGroups[level + 1][levels[level + 1].ownFirst] = false;
        }
        final DomainState state = levels[level];
        state.failed = 0;
        if (kind != IdleKind.NEWLY_IDLE) {
            state.stretch(allPinned);
        }
    }

    private Members ownGroup(final int cpu, final int level) {
        return states[cpu][level].groups[0];
    }

    private Members find(final int cpu, final int level, final IdleKind kind) {
        final DomainState[] levels = states[cpu];
        final DomainState state = levels[level];
        final boolean preferSibling = level > 0 && levels[level - 1].prefersSibling;
        final Members group = imbalance.find(cpu, state, preferSibling, kind, imbalancedGroups[level], excluded);
        look.runqueuesExamined += state.weight;
        if (kind != IdleKind.NEWLY_IDLE && state.isLlc) {
            placement.balancedLlc(cpu, state.domain.imbalancePct(), imbalance.totalUtilization());
        }
        if (level == levels.length - 1) {
            overload.any = imbalance.anyOverloaded();
        }
        return group;
    }

    /** Pulls what it can from {@code busiest}; false where affinity forbids it for all of its tasks. */
    private boolean detach(final int cpu, final int level, final int busiest, final long now) {
        if (fair[busiest].nrRunning() <= 1) {
            return true;
        }
        final DomainState[] levels = states[cpu];
        detachment.start();
        final long left = detachment.detach(look, fair[busiest], fair[cpu], levels[level], imbalance.unit(),
                imbalance.amount(), now);
        if (level + 1 < levels.length && detachment.somePinned && left > 0) {
            imbalancedGroups[level + 1][levels[level + 1].ownFirst] = true;
        }
        return !detachment.allPinned;
    }

    /** What follows from having pulled something from {@code busiest}, or nothing although something could be. */
    private void settle(final DomainState state, final int busiest) {
        state.interval = state.domain.minInterval();
        if (look.pulledCount() > 0) {
            state.failed = 0;
            return;
        }
        if (look.kind != IdleKind.NEWLY_IDLE) {
            state.failed++;
        }
        if (!needsPush(state) || pushing[busiest]) {
            return;
        }
        final SchedEntity running = fair[busiest].current();
        if (running != null && running.queued && running.task.mayRunOn(look.cpu)) {
            pushing[busiest] = true;
            look.pushFrom = busiest;
        } else if (look.kind != IdleKind.NEWLY_IDLE) {
            state.stretch(false);
        }
    }

    /** Whether the running task itself should be pushed away, by a stopper (active balance). */
    private boolean needsPush(final DomainState state) {
        return switch (imbalance.unit()) {
            case MISFIT -> true;
            case TASKS -> state.failed > state.domain.cacheNiceTries() + 2;
            case LOAD, UTILIZATION ->
                !rules.pushesForTasksOnly() && state.failed > state.domain.cacheNiceTries() + 2;
        };
    }

    /**
     * Whether {@code cpu} is the one of its group that looks at this domain: when newly idle always, else the first
     * idle one or, where none idles, the first.
     */
    private boolean shouldBalance(final int cpu, final int level, final IdleKind kind) {
        if (kind == IdleKind.NEWLY_IDLE) {
            return fair[cpu].nrRunning() == 0;
        }
        final SchedDomain domain = states[cpu][level].domain;
        final Members group = ownGroup(cpu, level);
        final boolean wholeCores = rules.wholeCoresFirst() && !domain.has(SdFlag.SHARE_CPUCAPACITY);
        int halfIdle = -1;
        int first = -1;
        for (final int each : group.cpus) {
            if (!speaksFor(each, level, group, domain)) {
                continue;
            }
            first = first < 0 ? each : first;
            if (!runqueues.isAvailableIdle(each)) {
                continue;
            }
            if (wholeCores && !isCoreIdle(each)) {
                halfIdle = halfIdle < 0 ? each : halfIdle;
                continue;
            }
            return each == cpu;
        }
        return (halfIdle >= 0 ? halfIdle : first) == cpu;
    }

    private boolean isCoreIdle(final int cpu) {
        return (runqueues.idleCores(cpu >> 6) >>> cpu & 1) != 0;
    }

    /** Whether {@code cpu} sees {@code group} as its own: where groups overlap, not all of its CPUs do. */
    private boolean speaksFor(final int cpu, final int level, final Members group, final SchedDomain domain) {
        return !domain.has(SdFlag.OVERLAP) || level < states[cpu].length
                && ownGroup(cpu, level).group.span().equals(group.group.span());
    }

    /**
     * The stopper on {@code from} pushes a task to {@code to}, at which the look that asked for it had found too little
     * to do. {@link FairRunqueue#suspendCurrent} comes before it.
     *
     * @param domain of that look
     * @return how long it took, nanoseconds
     */
    public long push(final int from, final int to, final SchedDomain domain, final long now) {
        look.start(to, domain, IdleKind.IDLE);
        look.busiest = from;
        pushing[from] = false;
        final SchedEntity entity = Detachment.detachOne(fair[from], to, now);
        if (entity != null) {
            look.pull(entity);
            look.tasksExamined = 1;
            states[to][domain.index()].failed = 0;
        }
        return driver.looked(look);
    }
}
