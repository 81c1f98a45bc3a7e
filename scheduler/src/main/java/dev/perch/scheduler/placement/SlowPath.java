package dev.perch.scheduler.placement;

import dev.perch.scheduler.Policy;
import dev.perch.scheduler.Runqueues;
import dev.perch.scheduler.Task;
import dev.perch.scheduler.WakeUp;
import dev.perch.topology.CpuSet;
import dev.perch.topology.SchedDomain;
import dev.perch.topology.SchedDomain.SchedGroup;
import dev.perch.topology.SchedDomains;
import dev.perch.topology.SdFlag;
import dev.perch.topology.Topology;
import java.util.List;

/**
 * The slow path of fork and exec: from the widest domain that takes part, find the idlest group, then its idlest CPU,
 * and go on in that CPU's next smaller domain, until none is left (sched_balance_find_dst_cpu). Staying in the own
 * group is preferred: another must be clearly idler, and a node is left late ({@link StayOnNode}).
 */
final class SlowPath {
    private static final long NICE_0_LOAD = 1024;

    private final SchedDomains domains;
    private final Topology topology;
    private final Runqueues runqueues;
    private final Observer observer;
    private final StayOnNode stays;
    private final int[] startLevels; // by CPU and flag nibble
    private final GroupStatistics local;
    private GroupStatistics candidate;
    private GroupStatistics idlest;
    private int taskRunsOn;

    SlowPath(final Policy policy, final SchedDomains domains, final Runqueues runqueues, final Observer observer) {
        this.domains = domains;
        this.runqueues = runqueues;
        this.observer = observer;
        topology = domains.topology();
        stays = StayOnNode.of(policy.kernel().release());
        local = new GroupStatistics(policy, topology, runqueues);
        candidate = new GroupStatistics(policy, topology, runqueues);
        idlest = new GroupStatistics(policy, topology, runqueues);
        startLevels = new int[topology.size() * 2];
        topology.cpus().forEach(cpu -> {
            startLevels[cpu * 2] = highest(cpu, SdFlag.BALANCE_FORK);
            startLevels[cpu * 2 + 1] = highest(cpu, SdFlag.BALANCE_EXEC);
        });
    }

    /** The widest domain from which up every domain below takes part; -1 where there is none. */
    private int highest(final int cpu, final SdFlag flag) {
        final SchedDomain highest = domains.highestWith(cpu, flag);
        return highest == null ? -1 : highest.index();
    }

    /** The index of the domain of {@code cpu} to start in; -1 where this wake-up does not take the slow path. */
    int startLevel(final int cpu, final int balanceFlag) {
        return switch (balanceFlag) {
            case WakeUp.FORK -> startLevels[cpu * 2];
            case WakeUp.EXEC -> startLevels[cpu * 2 + 1];
            default -> -1;
        };
    }

    /** The CPU for {@code wakeUp.wakee}, from the domain of the waker's CPU at index {@code level} on. */
    @SuppressWarnings("ReferenceEquality") // the very task is meant
    int select(final WakeUp wakeUp, final int level, final int prev) {
        final Task task = wakeUp.wakee;
        final SdFlag flag = (wakeUp.flags & WakeUp.FORK) != 0 ? SdFlag.BALANCE_FORK : SdFlag.BALANCE_EXEC;
        int cpu = wakeUp.cpu;
        if (!task.allowed().intersects(domains.domain(cpu, level).span())) {
            return prev;
        }
        taskRunsOn = wakeUp.waker == task ? cpu : -1;
        int index = level;
        while (index >= 0) {
            final SchedDomain domain = domains.domain(cpu, index);
            final SchedGroup group = domain.has(flag) ? findGroup(domain, task, cpu) : null;
            final int found = group == null ? cpu : findCpu(group, task, cpu);
            if (found == cpu) {
                index--;
            } else {
                cpu = found;
                index = widestBelow(cpu, domain.span().size(), flag);
            }
        }
        return cpu;
    }

    private int widestBelow(final int cpu, final int weight, final SdFlag flag) {
        int widest = -1;
        for (int i = 0; i < domains.depth(cpu) && domains.domain(cpu, i).span().size() < weight; i++) {
            if (domains.domain(cpu, i).has(flag)) {
                widest = i;
            }
        }
        return widest;
    }

    /** The idlest group of {@code domain}, or null to stay in the group of {@code cpu}. */
    private SchedGroup findGroup(final SchedDomain domain, final Task task, final int cpu) {
        final List<SchedGroup> groups = domain.groups();
        SchedGroup own = null;
        SchedGroup best = null;
        for (int i = 0; i < groups.size(); i++) {
            final SchedGroup group = groups.get(i);
            if (!task.allowed().intersects(group.span())) {
                continue;
            }
            if (group.span().contains(cpu)) {
                own = group;
                local.gather(domain, group, task, taskRunsOn);
            } else {
                candidate.gather(domain, group, task, taskRunsOn);
                if (best == null || candidate.isIdlerThan(idlest)) {
                    best = group;
                    final GroupStatistics spare = idlest;
                    idlest = candidate;
                    candidate = spare;
                }
            }
        }
        final boolean leaves = best != null && (own == null || isWorthLeaving(domain, best, task, cpu));
        observer.compared(domain, own == null ? null : local, best == null ? null : idlest, leaves);
        return leaves ? best : null;
    }

    private boolean isWorthLeaving(final SchedDomain domain, final SchedGroup best, final Task task,
            final int cpu) {
        if (local.type != idlest.type) {
            return local.type.compareTo(idlest.type) > 0;
        }
        return switch (local.type) {
            case OVERLOADED, FULLY_BUSY -> isLessLoaded(domain);
            case MISFIT -> local.maxCapacity < idlest.maxCapacity;
            case HAS_SPARE -> hasMoreIdle(domain, best, task, cpu);
        };
    }

    private boolean isLessLoaded(final SchedDomain domain) {
        final long margin = NICE_0_LOAD * (domain.imbalancePct() - 100) / 100;
        if (domain.has(SdFlag.NUMA) && idlest.averageLoad + margin >= local.averageLoad) {
            return false;
        }
        return idlest.averageLoad < local.averageLoad + margin
                && 100 * local.averageLoad > domain.imbalancePct() * idlest.averageLoad;
    }

    private boolean hasMoreIdle(final SchedDomain domain, final SchedGroup best, final Task task, final int cpu) {
        if (domain.has(SdFlag.NUMA)) {
            if (isPreferred(task, cpu)) {
                return false;
            }
            if (isPreferred(task, best.span().first())) {
                return true;
            }
            if (stays.holds(domain, local, task)) {
                return false;
            }
        }
        return local.idleCpus < idlest.idleCpus;
    }

    private boolean isPreferred(final Task task, final int cpu) {
        return task.preferredNode >= 0
                && topology.nodes().id(topology.nodes().of(cpu)) == task.preferredNode;
    }

    /**
     * The CPU of {@code group} to run on: one that runs only SCHED_IDLE tasks; else the idle one in the shallowest idle
     * state, of equals the one idle for the shortest time; else the least loaded.
     */
    private int findCpu(final SchedGroup group, final Task task, final int cpu) {
        final CpuSet span = group.span();
        if (span.size() == 1) {
            observer.looked(Observer.Phase.GROUP, span.first(), Observer.Verdict.ONLY, -1);
            return span.first();
        }
        long leastLoad = Long.MAX_VALUE;
        int leastLoaded = cpu;
        int shallowest = -1;
        int leastLatency = Integer.MAX_VALUE;
        long latestIdle = 0;
        for (int at = span.first(); at >= 0; at = span.next(at + 1)) {
            if (!task.mayRunOn(at)) {
                continue;
            }
            if (runqueues.isSchedIdle(at)) {
                observer.looked(Observer.Phase.GROUP, at, Observer.Verdict.SCHED_IDLE, -1);
                return at;
            }
            if (runqueues.isAvailableIdle(at)) {
                final int latency = runqueues.exitLatencyMicros(at);
                final long since = runqueues.idleSince(at);
                if (latency >= 0 && latency < leastLatency
                        || (latency < 0 || latency == leastLatency) && since > latestIdle) {
                    leastLatency = latency >= 0 ? latency : leastLatency;
                    latestIdle = since;
                    shallowest = at;
                }
            } else if (shallowest < 0 && runqueues.load(at) < leastLoad) {
                leastLoad = runqueues.load(at);
                leastLoaded = at;
            }
        }
        final int chosen = shallowest >= 0 ? shallowest : leastLoaded;
        observer.looked(Observer.Phase.GROUP, chosen,
                shallowest >= 0 ? Observer.Verdict.TAKEN
                        : leastLoad < Long.MAX_VALUE ? Observer.Verdict.LEAST_LOADED : Observer.Verdict.UNKNOWN,
                -1);
        return chosen;
    }
}
