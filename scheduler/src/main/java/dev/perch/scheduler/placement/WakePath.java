package dev.perch.scheduler.placement;

import dev.perch.scheduler.Feature;
import dev.perch.scheduler.Placement;
import dev.perch.scheduler.Policy;
import dev.perch.scheduler.Runqueues;
import dev.perch.scheduler.Search;
import dev.perch.scheduler.Search.Step;
import dev.perch.scheduler.Task;
import dev.perch.scheduler.WakeUp;
import dev.perch.topology.SchedDomains;

/**
 * The whole wake-up path of the fair class (select_task_rq_fair): who the waker wakes, whether the wakee is pulled to
 * its waker, then the idle search; or, on fork and exec, the slow path. Its two forms differ in the idle search alone:
 * by masks, or CPU by CPU before an observer.
 */
public final class WakePath implements Placement {
    private static final int FLAG_MASK = 0xF; // wake flags and domain flags share the first four bits

    private final Runqueues runqueues;
    private final WakeAffine affine;
    private final IdleSearch search;
    private final SlowPath slowPath;
    private final WakeWide wide;
    private final IdleScanLimit scanLimit;
    private final IdleCores idleCores;
    private final boolean currentCpu;
    private final boolean marksWaker;
    private final IdleMask idleMask; // null without IDLE_CPUMASK
    private final CacheSteering steering; // null without SCHED_CACHE
    private final CacheOccupancy occupancy; // null without SCHED_CACHE

    private WakePath(final Policy policy, final SchedDomains domains, final Runqueues runqueues,
            final Observer observer, final boolean byMasks) {
        this.runqueues = runqueues;
        final boolean cacheAware = policy.has(Feature.SCHED_CACHE);
        idleMask = policy.has(Feature.IDLE_CPUMASK) ? new IdleMask(domains, runqueues) : null;
        final IdleSearch plain = byMasks
                ? IdleSearch.byMasks(policy, domains, runqueues, idleMask)
                : IdleSearch.stepByStep(policy, domains, runqueues, idleMask, observer);
        search = cacheAware ? new SteeredSearch(plain, domains) : plain;
        steering = cacheAware ? new CacheSteering(policy, domains) : null;
        occupancy = cacheAware ? new CacheOccupancy(domains) : null;
        affine = new WakeAffine(policy, domains, runqueues);
        slowPath = new SlowPath(policy, domains, runqueues, observer);
        wide = new WakeWide(domains);
        scanLimit = new IdleScanLimit(policy);
        idleCores = new IdleCores(domains, runqueues);
        currentCpu = policy.kernel().release().isAtLeast(6, 6);
        marksWaker = !policy.kernel().release().isAtLeast(5, 17);
    }

    /** The path whose idle search is bit arithmetic. */
    public static WakePath byMasks(final Policy policy, final SchedDomains domains, final Runqueues runqueues) {
        return new WakePath(policy, domains, runqueues, Observer.NONE, true);
    }

    /** The path whose idle search looks at CPU after CPU and tells {@code observer}. */
    public static WakePath stepByStep(final Policy policy, final SchedDomains domains, final Runqueues runqueues,
            final Observer observer) {
        return new WakePath(policy, domains, new WatchedRunqueues(runqueues, observer), observer, false);
    }

    @Override
    public int select(final WakeUp wakeUp, final Search result) {
        result.clear();
        final Task wakee = wakeUp.wakee;
        final int cpu = wakeUp.cpu;
        int prev = wakee.cpu;
        boolean wantAffine = false;
        if ((wakeUp.flags & WakeUp.TTWU) != 0) {
            wide.record(wakeUp);
            if (currentCpu && (wakeUp.flags & WakeUp.CURRENT_CPU) != 0 && wakee.mayRunOn(cpu)) {
                result.setStep(Step.CURRENT_CPU);
                return cpu;
            }
            prev = steering == null ? prev : steering.prev(wakee);
            final boolean isWide = wide.isWide(wakeUp);
            result.wide = isWide ? 1 : 0;
            wantAffine = !isWide && wakee.mayRunOn(cpu);
        }
        if (wantAffine) {
            final int target = affine.target(wakeUp, prev, result);
            if (target >= 0) {
                return search(wakeUp, prev, target, true, result);
            }
        }
        final int level = slowPath.startLevel(cpu, wakeUp.flags & FLAG_MASK);
        if (level >= 0) {
            result.setStep(Step.SLOW_PATH);
            return slowPath.select(wakeUp, level, prev);
        }
        if ((wakeUp.flags & WakeUp.TTWU) != 0) {
            return search(wakeUp, prev, prev, wantAffine, result);
        }
        result.setStep(Step.STAY);
        return prev;
    }

    private int search(final WakeUp wakeUp, final int prev, final int target, final boolean wantAffine,
            final Search result) {
        final int cpu = search.select(wakeUp, prev, target, result);
        if (marksWaker && wantAffine) {
            wakeUp.waker.recentCpu = wakeUp.cpu;
        }
        return cpu;
    }

    /** The idle search alone (select_idle_sibling), from {@code target}. */
    public int selectIdleSibling(final WakeUp wakeUp, final int prev, final int target, final Search result) {
        return search.select(wakeUp, prev, target, result);
    }

    /** Notes, on entry of {@code cpu} to idle, that its core has become idle whole (__update_idle_core). */
    public void updateIdleCore(final int cpu) {
        idleCores.update(cpu);
    }

    @Override
    public void enteredIdle(final int cpu) {
        idleCores.entered(cpu);
        if (idleMask != null) {
            idleMask.entered(cpu);
        }
    }

    @Override
    public void ticked(final int cpu, final Task current, final long nowNanos) {
        if (idleMask != null) {
            idleMask.ticked(cpu);
        }
        if (occupancy != null) {
            occupancy.ticked(cpu, current, nowNanos);
        }
    }

    @Override
    public void ran(final int cpu, final Task task, final long nanos, final long nowNanos) {
        if (occupancy != null) {
            occupancy.ran(cpu, task, nanos, nowNanos);
        }
    }

    @Override
    public void returnedToUser(final int cpu, final Task task, final long nowNanos) {
        if (occupancy != null) {
            occupancy.returnedToUser(task, nowNanos);
        }
    }

    @Override
    public void balancedLlc(final int cpu, final int imbalancePct, final long sumUtilization) {
        scanLimit.update(runqueues, idleCores.llc(cpu), idleCores.llcSize(cpu), imbalancePct, sumUtilization);
    }

    @Override
    public boolean isCacheHot(final Task task, final int from, final int to, final boolean ranJustNow) {
        return occupancy == null || task.mm == null ? ranJustNow
                : task.mm.occupancy(from) > task.mm.occupancy(to);
    }
}
