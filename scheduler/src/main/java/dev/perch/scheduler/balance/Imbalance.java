package dev.perch.scheduler.balance;

import dev.perch.scheduler.Feature;
import dev.perch.scheduler.Policy;
import dev.perch.scheduler.Runqueues;
import dev.perch.scheduler.balance.BalanceGroup.GroupType;
import dev.perch.topology.SchedDomain;
import dev.perch.topology.SdFlag;

/**
 * Which group of a sched domain is busiest, whether it is so much busier than the own group that something should
 * move, and how much of what (find_busiest_group, calculate_imbalance, find_busiest_queue). One object serves look
 * after look.
 *
 * <p>Left out: asymmetric packing, energy-aware placement and NUMA balancing's preferences.
 */
final class Imbalance {
    /** In what the amount to move is measured. */
    enum Unit {
        LOAD, UTILIZATION, TASKS, MISFIT
    }

    private static final int SCALE = 1024;
    private static final int NUMA_IMBALANCE_MIN = 2;

    private final BalanceRules rules;
    private final Runqueues runqueues;
    private final Misfits misfits;
    private final boolean estimated;
    private final int[] fullCapacity;
    private final BalanceGroup local = new BalanceGroup();
    private BalanceGroup busiest = new BalanceGroup();
    private BalanceGroup candidate = new BalanceGroup();
    private SchedDomain domain;
    private boolean asymmetric;
    private IdleKind kind;
    private int cpu;
    private long[] excluded;
    private boolean preferSibling;
    private boolean found;
    private long totalLoad;
    private long totalCapacity;
    private long totalUtilization;
    private boolean anyOverloaded;
    private Unit unit;
    private long amount;

    Imbalance(final Policy policy, final BalanceRules rules, final Runqueues runqueues, final Misfits misfits,
            final int[] fullCapacity) {
        this.rules = rules;
        this.runqueues = runqueues;
        this.misfits = misfits;
        estimated = policy.has(Feature.UTIL_EST);
        this.fullCapacity = fullCapacity;
    }

    /** In what {@link #amount} is measured. */
    Unit unit() {
        return unit;
    }

    /** How much to move. */
    long amount() {
        return amount;
    }

    /** The summed utilisation of the domain's CPUs, as of the last look. */
    long totalUtilization() {
        return totalUtilization;
    }

    /** Whether a CPU of the domain held more than one task at the last look. */
    boolean anyOverloaded() {
        return anyOverloaded;
    }

    /**
     * Looks at the groups of {@code state}'s domain for {@code forCpu}.
     *
     * @param imbalancedGroups where affinity has kept balance from doing its work, by the first CPU of the group
     * @param excludedCpus     CPUs that have been tried in vain
     * @return the group to pull from; null where nothing is out of balance
     */
    Members find(final int forCpu, final DomainState state, final boolean childPrefersSibling, final IdleKind idleKind,
            final boolean[] imbalancedGroups, final long[] excludedCpus) {
        excluded = excludedCpus;
        cpu = forCpu;
        domain = state.domain;
        asymmetric = state.asymmetric;
        kind = idleKind;
        preferSibling = childPrefersSibling;
        if (idleKind == IdleKind.NEWLY_IDLE && state.singleCpus && !asymmetric && !preferSibling
                && nothingWaits(state.groups, imbalancedGroups)) {
            anyOverloaded = false;
            return null;
        }
        gather(state.groups, imbalancedGroups);
        if (!found || !isOutOfBalance()) {
            return null;
        }
        measure();
        return amount > 0 ? busiest.members : null;
    }

    /**
     * Whether no CPU has more than the task that it runs, nor is any known for what affinity kept there: all that a
     * newly idle CPU could pull from CPUs alike. Of all looks, most are at siblings and end here.
     */
    private boolean nothingWaits(final Members[] groups, final boolean[] imbalancedGroups) {
        for (final Members group : groups) {
            if (runqueues.nrRunning(group.first()) > 1 || imbalancedGroups[group.first()]) {
                return false;
            }
        }
        return true;
    }

    private void gather(final Members[] groups, final boolean[] imbalancedGroups) {
        found = false;
        totalLoad = 0;
        totalCapacity = 0;
        totalUtilization = 0;
        anyOverloaded = false;
        for (int i = 0; i < groups.length; i++) {
            final Members group = groups[i];
            final boolean isLocal = i == 0;
            final BalanceGroup stats = isLocal ? local : candidate;
            stats.start(group);
            stats.gather(runqueues, excluded, estimated, fullCapacity);
            if (!isLocal && asymmetric) {
                stats.misfitLoad = misfits.greatest(group.cpus);
            }
            final boolean smtBusy = rules.weighsCores() && !isLocal && kind != IdleKind.BUSY && stats.sharesCapacity()
                    && stats.nrRunning > 1;
            stats.classify(domain.imbalancePct(), imbalancedGroups[group.first()], smtBusy);
            totalLoad += stats.load;
            totalCapacity += stats.capacity;
            totalUtilization += stats.utilization;
            anyOverloaded |= stats.anyOverloaded;
            if (!isLocal && isCandidate() && (!found || candidate.isBusierThan(busiest, rules.weighsCores()))) {
                final BalanceGroup before = busiest;
                busiest = candidate;
                candidate = before;
                found = true;
            }
        }
    }

    private boolean isCandidate() {
        if (candidate.nrRunning == 0) {
            return false;
        }
        if (!asymmetric) {
            return true;
        }
        final int own = runqueues.capacity(cpu);
        if (candidate.type == GroupType.MISFIT) {
            return isGreater(own, candidate.greatestCapacity) && local.type == GroupType.HAS_SPARE;
        }
        return candidate.type.compareTo(GroupType.FULLY_BUSY) > 0 || !isGreater(candidate.leastCapacity, own);
    }

    /** Greater by more than noise (capacity_greater): 5 %. */
    private static boolean isGreater(final long capacity, final long other) {
        return capacity * SCALE > other * 1078;
    }

    private boolean isOutOfBalance() {
        if (busiest.type == GroupType.MISFIT || busiest.type == GroupType.IMBALANCED) {
            return true;
        }
        if (local.type.compareTo(busiest.type) > 0) {
            return false;
        }
        if (local.type == GroupType.OVERLOADED) {
            if (local.averageLoad >= busiest.averageLoad || local.averageLoad >= averageLoad()
                    || 100 * busiest.averageLoad <= domain.imbalancePct() * local.averageLoad) {
                return false;
            }
        }
        if (preferSibling && local.type == GroupType.HAS_SPARE && siblingGap() > 1) {
            return true;
        }
        if (busiest.type == GroupType.OVERLOADED) {
            return true;
        }
        if (kind == IdleKind.BUSY) {
            return false;
        }
        if (busiest.type == GroupType.SMT_BUSY && local.sharesCapacity() != busiest.sharesCapacity()) {
            return true;
        }
        return (busiest.weight == 1 || local.idleCpus > busiest.idleCpus + 1) && busiest.nrRunning > 1;
    }

    private long averageLoad() {
        return totalLoad * SCALE / totalCapacity;
    }

    /** How many more tasks the busiest group has than the own, in proportion to their cores where these differ. */
    private long siblingGap() {
        if (!rules.weighsCores()) {
            return Math.max(0, busiest.nrRunning - local.nrRunning);
        }
        if (kind == IdleKind.BUSY || busiest.nrRunning == 0) {
            return 0;
        }
        final long localCores = local.members.cores;
        final long busiestCores = busiest.members.cores;
        if (busiestCores == localCores) {
            return Math.max(0, busiest.nrRunning - local.nrRunning);
        }
        final long cores = localCores + busiestCores;
        final long cross = Math.max(0, localCores * busiest.nrRunning - busiestCores * local.nrRunning);
        final long gap = (2 * cross + cores) / cores;
        return gap <= 1 && local.nrRunning == 0 && busiest.nrRunning > 1 ? 2 : gap;
    }

    private void measure() {
        switch (busiest.type) {
            case MISFIT -> set(Unit.MISFIT, 1);
            case SMT_BUSY, IMBALANCED -> set(Unit.TASKS, 1);
            default -> {
                if (local.type == GroupType.HAS_SPARE) {
                    measureSpare();
                } else {
                    measureLoad();
                }
            }
        }
    }

    private void measureSpare() {
        if (busiest.type.compareTo(GroupType.FULLY_BUSY) > 0 && !domain.has(SdFlag.SHARE_LLC)) {
            final long spare = Math.max(local.capacity, local.utilization) - local.utilization;
            if (spare == 0 && kind != IdleKind.BUSY) {
                set(Unit.TASKS, 1);
            } else {
                set(Unit.UTILIZATION, spare);
            }
            return;
        }
        long gap = busiest.weight == 1 || preferSibling
                ? siblingGap()
                : Math.max(0, local.idleCpus - busiest.idleCpus);
        if (rules.halvesBeforeNuma()) {
            gap >>= 1;
        }
        if (domain.has(SdFlag.NUMA) && isAllowedBetweenNodes(gap)) {
            gap = 0;
        }
        set(Unit.TASKS, rules.halvesBeforeNuma() ? gap : gap >> 1);
    }

    private boolean isAllowedBetweenNodes(final long gap) {
        if (rules.halvesBeforeNuma()) {
            return busiest.nrRunning <= NUMA_IMBALANCE_MIN;
        }
        return local.nrRunning + 1 <= domain.imbNumaNr() && gap <= NUMA_IMBALANCE_MIN;
    }

    private void measureLoad() {
        final long average = averageLoad();
        if (local.type != GroupType.OVERLOADED) {
            local.averageLoad = local.load * SCALE / local.capacity;
            if (local.averageLoad >= busiest.averageLoad || local.averageLoad >= average) {
                set(Unit.LOAD, 0);
                return;
            }
        }
        set(Unit.LOAD, Math.min((busiest.averageLoad - average) * busiest.capacity,
                (average - local.averageLoad) * local.capacity) / SCALE);
    }

    private void set(final Unit of, final long howMuch) {
        unit = of;
        amount = howMuch;
    }

    /** The CPU of {@code group} to pull from, or -1. */
    int busiestCpu(final Members group) {
        final int own = runqueues.capacity(cpu);
        int best = -1;
        long most = 0;
        long bestCapacity = 1;
        for (final int each : group.cpus) {
            final int running = runqueues.nrRunning(each);
            if (running == 0 || (excluded[each >> 6] >>> each & 1) != 0) {
                continue;
            }
            final int capacity = runqueues.capacity(each);
            if (asymmetric && !isGreater(own, capacity) && running == 1) {
                continue;
            }
            final long measure = switch (unit) {
                case LOAD -> running == 1 && runqueues.load(each) > amount ? 0 : runqueues.load(each);
                case UTILIZATION -> running <= 1 ? 0 : used(each);
                case TASKS -> running;
                case MISFIT -> misfits.load(each);
            };
            final boolean more = unit == Unit.LOAD ? measure * bestCapacity > most * capacity : measure > most;
            if (more) {
                best = each;
                most = measure;
                bestCapacity = capacity;
            }
        }
        return best;
    }

    private int used(final int each) {
        final int utilization = runqueues.utilization(each);
        return estimated ? Math.max(utilization, runqueues.utilizationEstimate(each)) : utilization;
    }
}
