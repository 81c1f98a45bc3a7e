package dev.perch.scheduler.placement;

import dev.perch.scheduler.Feature;
import dev.perch.scheduler.Policy;
import dev.perch.scheduler.Runqueues;
import dev.perch.scheduler.Task;
import dev.perch.topology.CpuSet;
import dev.perch.topology.SchedDomain;
import dev.perch.topology.SchedDomain.SchedGroup;
import dev.perch.topology.SdFlag;
import dev.perch.topology.Topology;

/**
 * How busy a sched group would be without the task to place (update_sg_wakeup_stats). Mutable, gathered anew for each
 * group.
 */
final class GroupStatistics implements GroupLoad {
    private static final int SCALE = 1024;

    private final Topology topology;
    private final Runqueues runqueues;
    private final boolean estimated;
    private long load;
    private long utilization;
    private long runnable;
    private long capacity;
    private CpuSet span;
    private int weight;
    private boolean misfit;
    int maxCapacity;
    int idleCpus;
    int nrRunning;
    long averageLoad;
    Type type;

    GroupStatistics(final Policy policy, final Topology topology, final Runqueues runqueues) {
        this.topology = topology;
        this.runqueues = runqueues;
        estimated = policy.has(Feature.UTIL_EST);
    }

    /**
     * Gathers what the CPUs of {@code group} on which {@code task} may run do but for it; capacity is all CPUs'.
     *
     * @param taskRunsOn the CPU whose current task it is, as on exec; -1 for none
     */
    void gather(final SchedDomain domain, final SchedGroup group, final Task task, final int taskRunsOn) {
        load = 0;
        utilization = 0;
        runnable = 0;
        capacity = 0;
        maxCapacity = 0;
        idleCpus = 0;
        nrRunning = 0;
        misfit = domain.has(SdFlag.ASYM_CPUCAPACITY);
        span = group.span();
        weight = span.size();
        for (int cpu = span.first(); cpu >= 0; cpu = span.next(cpu + 1)) {
            final int left = runqueues.capacity(cpu);
            capacity += left;
            maxCapacity = Math.max(maxCapacity, left);
            if (task.mayRunOn(cpu)) {
                add(cpu, task, left, cpu == taskRunsOn);
            }
        }
        classify(domain.imbalancePct());
    }

    private void add(final int cpu, final Task task, final int left, final boolean runsTask) {
        final boolean counted = cpu == task.cpu && !task.isNew; // the CPU's averages hold the task's share
        final int running = runqueues.nrRunning(cpu) - (counted && task.queued ? 1 : 0);
        long cpuUtilization = runqueues.utilization(cpu);
        load += less(runqueues.load(cpu), counted ? task.load : 0);
        runnable += less(runqueues.runnable(cpu), counted ? task.runnable : 0);
        cpuUtilization = less(cpuUtilization, counted ? task.utilization : 0);
        if (estimated) {
            cpuUtilization = Math.max(cpuUtilization,
                    less(runqueues.utilizationEstimate(cpu), counted && task.queued ? task.utilizationEstimate : 0));
        }
        utilization += Math.min(cpuUtilization, topology.capacity(cpu));
        nrRunning += running;
        if (running == 0 && (runsTask || runqueues.runsIdleTask(cpu))) {
            idleCpus++;
        }
        misfit &= !Fit.fits(task, left);
    }

    private static long less(final long total, final long part) {
        return Math.max(0, total - part);
    }

    private void classify(final int imbalancePct) {
        if (nrRunning > weight
                && (capacity * 100 < utilization * imbalancePct || capacity * imbalancePct < runnable * 100)) {
            type = Type.OVERLOADED;
        } else if (misfit) {
            type = Type.MISFIT;
        } else if (hasCapacity(imbalancePct)) {
            type = Type.HAS_SPARE;
        } else {
            type = Type.FULLY_BUSY;
        }
        averageLoad = type == Type.FULLY_BUSY || type == Type.OVERLOADED ? load * SCALE / capacity : 0;
    }

    private boolean hasCapacity(final int imbalancePct) {
        return nrRunning < weight
                || capacity * imbalancePct >= runnable * 100 && capacity * 100 > utilization * imbalancePct;
    }

    @Override
    public CpuSet span() {
        return span;
    }

    @Override
    public Type type() {
        return type;
    }

    @Override
    public int idleCpus() {
        return idleCpus;
    }

    @Override
    public long averageLoad() {
        return averageLoad;
    }

    /** Whether this group is to be preferred to {@code other}. */
    boolean isIdlerThan(final GroupStatistics other) {
        if (type != other.type) {
            return type.compareTo(other.type) < 0;
        }
        return switch (type) {
            case OVERLOADED, FULLY_BUSY -> averageLoad < other.averageLoad;
            case MISFIT -> maxCapacity > other.maxCapacity;
            case HAS_SPARE -> idleCpus != other.idleCpus ? idleCpus > other.idleCpus : utilization < other.utilization;
        };
    }
}
