package dev.perch.scheduler.balance;

import dev.perch.scheduler.Runqueues;

/** How busy a sched group is, for balance (update_sg_lb_stats). Mutable, gathered anew for each group of each look. */
final class BalanceGroup {
    /** How busy, the least first. */
    enum GroupType {
        /** It has CPU time to spare. */
        HAS_SPARE,
        /** Its CPUs are busy but tasks do not get less than they want. */
        FULLY_BUSY,
        /** A task runs on a CPU too small for it. */
        MISFIT,
        /** A core of which two siblings are busy. */
        SMT_BUSY,
        /** Affinity has kept balance below from doing its work. */
        IMBALANCED,
        /** Tasks wait. */
        OVERLOADED
    }

    private static final int SCALE = 1024;

    Members members;
    int weight;
    long load;
    long utilization;
    long runnable;
    long capacity;
    int leastCapacity;
    int greatestCapacity;
    int nrRunning;
    int idleCpus;
    long misfitLoad;
    boolean anyOverloaded;
    long averageLoad;
    GroupType type;

    void start(final Members of) {
        members = of;
        weight = of.cpus.length;
        load = 0;
        utilization = 0;
        runnable = 0;
        capacity = 0;
        leastCapacity = Integer.MAX_VALUE;
        greatestCapacity = 0;
        nrRunning = 0;
        idleCpus = 0;
        misfitLoad = 0;
        anyOverloaded = false;
        averageLoad = 0;
        type = GroupType.HAS_SPARE;
    }

    /** Counts the CPUs of the group but the {@code excluded}; {@code fullCapacity} bounds the utilisation of each. */
    void gather(final Runqueues runqueues, final long[] excluded, final boolean estimated, final int[] fullCapacity) {
        for (final int cpu : members.cpus) {
            addCapacity(runqueues.capacity(cpu));
            if ((excluded[cpu >> 6] >>> cpu & 1) == 0) {
                add(runqueues, cpu, estimated, fullCapacity[cpu]);
            }
        }
    }

    private void addCapacity(final int left) {
        capacity += left;
        leastCapacity = Math.min(leastCapacity, left);
        greatestCapacity = Math.max(greatestCapacity, left);
    }

    private void add(final Runqueues runqueues, final int cpu, final boolean estimated, final int fullCapacity) {
        idleCpus += runqueues.isAvailableIdle(cpu) ? 1 : 0;
        load += runqueues.load(cpu);
        runnable += runqueues.runnable(cpu);
        final int used = estimated
                ? Math.max(runqueues.utilization(cpu), runqueues.utilizationEstimate(cpu))
                : runqueues.utilization(cpu);
        utilization += Math.min(used, fullCapacity);
        final int running = runqueues.nrRunning(cpu);
        nrRunning += running;
        anyOverloaded |= running > 1;
    }

    /** Settles the type; {@code imbalanced} is whether affinity has kept balance below from doing its work. */
    void classify(final int imbalancePct, final boolean imbalanced, final boolean smtBusy) {
        if (isOverloaded(imbalancePct)) {
            type = GroupType.OVERLOADED;
            averageLoad = load * SCALE / capacity;
        } else if (imbalanced) {
            type = GroupType.IMBALANCED;
        } else if (smtBusy) {
            type = GroupType.SMT_BUSY;
        } else if (misfitLoad > 0) {
            type = GroupType.MISFIT;
        } else {
            type = hasCapacity(imbalancePct) ? GroupType.HAS_SPARE : GroupType.FULLY_BUSY;
        }
    }

    private boolean isOverloaded(final int imbalancePct) {
        return nrRunning > weight
                && (capacity * 100 < utilization * imbalancePct || capacity * imbalancePct < runnable * 100);
    }

    private boolean hasCapacity(final int imbalancePct) {
        return nrRunning < weight
                || capacity * imbalancePct >= runnable * 100 && capacity * 100 > utilization * imbalancePct;
    }

    /** Whether the group is one core's siblings, or whole cores of more than one. */
    boolean sharesCapacity() {
        return members.sharesCapacity;
    }

    /**
     * Whether this group is to be pulled from rather than {@code other}, which was found before it.
     *
     * @param weighsCores see {@link BalanceRules}
     */
    boolean isBusierThan(final BalanceGroup other, final boolean weighsCores) {
        if (type != other.type) {
            return type.compareTo(other.type) > 0;
        }
        return switch (type) {
            case OVERLOADED -> averageLoad > other.averageLoad;
            case IMBALANCED -> false;
            case MISFIT -> misfitLoad > other.misfitLoad;
            case FULLY_BUSY -> weighsCores && !other.sharesCapacity(); // their average loads are not computed
            case SMT_BUSY -> idleCpus == 0 && other.idleCpus == 0
                    ? averageLoad > other.averageLoad
                    : isLessSpare(other);
            case HAS_SPARE -> isLessSpare(other);
        };
    }

    private boolean isLessSpare(final BalanceGroup other) {
        return idleCpus != other.idleCpus ? idleCpus < other.idleCpus : nrRunning > other.nrRunning;
    }
}
