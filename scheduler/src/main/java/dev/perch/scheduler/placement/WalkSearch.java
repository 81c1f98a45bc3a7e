package dev.perch.scheduler.placement;

import dev.perch.scheduler.Feature;
import dev.perch.scheduler.Policy;
import dev.perch.scheduler.Runqueues;
import dev.perch.scheduler.Search;
import dev.perch.scheduler.Search.Step;
import dev.perch.scheduler.Task;
import dev.perch.scheduler.WakeUp;
import dev.perch.scheduler.placement.Observer.Phase;
import dev.perch.scheduler.placement.Observer.Verdict;
import dev.perch.topology.CpuSet;
import dev.perch.topology.SchedDomain;
import dev.perch.topology.SchedDomains;
import dev.perch.topology.SdFlag;

/**
 * The idle search of {@link MaskSearch}, CPU after CPU in the kernel's order, before an observer: what {@code explain}
 * prints, and the check of the other.
 */
final class WalkSearch implements IdleSearch {
    private final SchedDomains domains;
    private final Runqueues runqueues;
    private final Observer observer;
    private final ScanBudget budget;
    private final boolean rechecksFallback;
    private CpuSet left;
    private int budgetLeft;
    private int remembered;

    WalkSearch(final Policy policy, final SchedDomains domains, final Runqueues runqueues, final Observer observer) {
        this.domains = domains;
        this.runqueues = runqueues;
        this.observer = observer;
        budget = new ScanBudget(policy, domains, runqueues);
        // only in the patch must a remembered prev or recent still idle when it is fallen back on
        rechecksFallback = policy.has(Feature.CLUSTER_SCAN) && !policy.kernel().release().isAtLeast(6, 7);
    }

    @Override
    public int select(final WakeUp wakeUp, final int prev, final int target, final Search result) {
        final Task wakee = wakeUp.wakee;
        result.noteSearched();
        observer.searching(prev, target);
        if (isIdle(Phase.TARGET, target) && fits(wakee, target, Phase.TARGET)) {
            return taken(Phase.TARGET, Step.TARGET, target, result);
        }
        int fallbackPrev = -1;
        if (prev != target && isNear(Phase.PREV, prev, target) && isIdle(Phase.PREV, prev)
                && fits(wakee, prev, Phase.PREV)) {
            if (sharesCluster(prev, target)) {
                return taken(Phase.PREV, Step.PREV, prev, result);
            }
            fallbackPrev = prev;
            observer.looked(Phase.PREV, prev, Verdict.REMEMBERED, -1);
        }
        if (wakeUp.waker.isPerCpuKernelThread() && !wakeUp.inInterrupt && prev == wakeUp.cpu
                && runqueues.nrRunning(prev) <= 1 && fits(wakee, prev, Phase.PREV)) {
            return taken(Phase.PREV, Step.STACK, prev, result);
        }
        final int recent = wakee.recentCpu;
        int fallbackRecent = -1;
        wakee.recentCpu = prev;
        if (recent != prev && recent != target && recent >= 0 && isNear(Phase.RECENT, recent, target)
                && isIdle(Phase.RECENT, recent) && isAllowed(Phase.RECENT, wakee, recent)
                && fits(wakee, recent, Phase.RECENT)) {
            if (sharesCluster(recent, target)) {
                return taken(Phase.RECENT, Step.RECENT, recent, result);
            }
            fallbackRecent = recent;
            observer.looked(Phase.RECENT, recent, Verdict.REMEMBERED, -1);
        }
        if (domains.asymActive() && domains.asymDomain(target) != null) {
            return selectCapacity(wakee, target, result);
        }
        final SchedDomain llc = domains.llcDomain(target);
        if (llc == null) {
            return failed(target, result);
        }
        result.noteDomainSearched();
        boolean seeksCore = false;
        if (domains.smtActive()) {
            seeksCore = runqueues.hasIdleCores(domains.llcs().of(target));
            if (!seeksCore && domains.shareCache(prev, target)) {
                final int sibling = selectSibling(wakee, prev);
                if (sibling >= 0) {
                    result.setStep(Step.SMT);
                    return sibling;
                }
            }
        }
        final int found = scan(wakeUp, llc, target, seeksCore, result);
        if (found >= 0) {
            return found;
        }
        if (fallbackPrev >= 0 && (!rechecksFallback || isIdle(fallbackPrev))) {
            return taken(Phase.FALLBACK, Step.PREV_FALLBACK, fallbackPrev, result);
        }
        if (fallbackRecent >= 0 && (!rechecksFallback || isIdle(fallbackRecent))) {
            return taken(Phase.FALLBACK, Step.RECENT_FALLBACK, fallbackRecent, result);
        }
        return failed(target, result);
    }

    private int taken(final Phase phase, final Step step, final int cpu, final Search result) {
        observer.looked(phase, cpu, Verdict.TAKEN, -1);
        result.setStep(step);
        return cpu;
    }

    private static int failed(final int target, final Search result) {
        result.setStep(Step.FALLBACK);
        result.setFailed(true);
        return target;
    }

    private boolean isIdle(final int cpu) {
        return runqueues.isAvailableIdle(cpu) || runqueues.isSchedIdle(cpu);
    }

    private boolean isIdle(final Phase phase, final int cpu) {
        final boolean idle = isIdle(cpu);
        if (!idle) {
            observer.looked(phase, cpu, Verdict.BUSY, -1);
        }
        return idle;
    }

    private boolean isNear(final Phase phase, final int cpu, final int target) {
        final boolean near = domains.shareCache(cpu, target);
        if (!near) {
            observer.looked(phase, cpu, Verdict.ELSEWHERE, -1);
        }
        return near;
    }

    private boolean isAllowed(final Phase phase, final Task task, final int cpu) {
        final boolean allowed = task.mayRunOn(cpu);
        if (!allowed) {
            observer.looked(phase, cpu, Verdict.FORBIDDEN, -1);
        }
        return allowed;
    }

    private boolean fits(final Task task, final int cpu, final Phase phase) {
        final boolean fits = !domains.asymActive() || Fit.fits(task, runqueues.capacity(cpu));
        if (!fits) {
            observer.looked(phase, cpu, Verdict.TOO_SMALL, -1);
        }
        return fits;
    }

    private boolean sharesCluster(final int cpu, final int target) {
        return !domains.clusterActive() || domains.shareResources(cpu, target);
    }

    private int selectCapacity(final Task wakee, final int target, final Search result) {
        final CpuSet span = domains.asymDomain(target).span();
        int largest = -1;
        int largestCapacity = 0;
        for (int i = 0, cpu = wrap(span, target); i < span.size(); i++, cpu = wrap(span, cpu + 1)) {
            if (!wakee.mayRunOn(cpu)) {
                continue;
            }
            if (!isIdle(cpu)) {
                observer.looked(Phase.CAPACITY, cpu, Verdict.BUSY, -1);
            } else if (Fit.fits(wakee, runqueues.capacity(cpu))) {
                return taken(Phase.CAPACITY, Step.CAPACITY, cpu, result);
            } else {
                observer.looked(Phase.CAPACITY, cpu, Verdict.TOO_SMALL, -1);
                if (runqueues.capacity(cpu) > largestCapacity) {
                    largest = cpu;
                    largestCapacity = runqueues.capacity(cpu);
                }
            }
        }
        return largest >= 0 ? taken(Phase.CAPACITY, Step.CAPACITY, largest, result) : failed(target, result);
    }

    private int selectSibling(final Task wakee, final int prev) {
        observer.callingSmt();
        final CpuSet core = core(prev);
        for (int cpu = core.first(); cpu >= 0; cpu = core.next(cpu + 1)) {
            if (cpu != prev && wakee.mayRunOn(cpu) && isIdle(cpu)) {
                observer.looked(Phase.SMT, cpu, Verdict.TAKEN, -1);
                return cpu;
            }
        }
        return -1;
    }

    private int scan(final WakeUp wakeUp, final SchedDomain llc, final int target, final boolean seeksCore,
            final Search result) {
        result.noteScanned();
        final int number = domains.llcs().of(target);
        final int limit = budget.limit(wakeUp, number, seeksCore);
        if (limit == ScanBudget.REFUSED) {
            observer.refused();
            return -1;
        }
        final Task wakee = wakeUp.wakee;
        left = llc.span().and(wakee.allowed());
        budgetLeft = limit;
        remembered = -1;
        final var cluster = llc.groups().getFirst();
        if (domains.clusterActive() && cluster.flags().contains(SdFlag.CLUSTER)) {
            final int found = seeksCore
                    ? scanCores(Phase.CLUSTER_CORES, cluster.span(), target, result)
                    : scanCpus(Phase.CLUSTER, cluster.span(), target, result);
            if (found != -1) {
                result.setStep(Step.CLUSTER);
                return Math.max(found, -1);
            }
            left = left.minus(cluster.span());
        }
        result.setStep(Step.LLC);
        if (seeksCore) {
            final int core = scanCores(Phase.LLC_CORES, llc.span(), target, result);
            if (core >= 0) {
                return core;
            }
            runqueues.setHasIdleCores(number, false);
            return remembered;
        }
        final int found = scanCpus(Phase.LLC, llc.span(), target, result);
        if (found != EXHAUSTED) {
            budget.charge(wakeUp.cpu, result.examined);
        }
        return Math.max(found, -1);
    }

    private static final int EXHAUSTED = -2;

    private int scanCpus(final Phase phase, final CpuSet span, final int target, final Search result) {
        for (int i = 0, cpu = wrap(span, target + 1); i < span.size(); i++, cpu = wrap(span, cpu + 1)) {
            if (!left.contains(cpu)) {
                continue;
            }
            if (budgetLeft == 0) {
                observer.exhausted();
                return EXHAUSTED;
            }
            budgetLeft--;
            result.probes++;
            result.examined++;
            final boolean idle = isIdle(cpu);
            observer.looked(phase, cpu, idle ? Verdict.TAKEN : Verdict.BUSY, budgetLeft);
            if (idle) {
                return cpu;
            }
        }
        return -1;
    }

    private int scanCores(final Phase phase, final CpuSet span, final int target, final Search result) {
        for (int i = 0, cpu = wrap(span, target + 1); i < span.size(); i++, cpu = wrap(span, cpu + 1)) {
            if (!left.contains(cpu)) {
                continue;
            }
            final boolean idle = isIdleCore(cpu, result);
            observer.looked(phase, cpu, idle ? Verdict.TAKEN : Verdict.BUSY, -1);
            if (idle) {
                return cpu;
            }
            left = left.minus(core(cpu));
        }
        return -1;
    }

    private boolean isIdleCore(final int cpu, final Search result) {
        final CpuSet core = core(cpu);
        boolean idle = true;
        for (int sibling = core.first(); sibling >= 0; sibling = core.next(sibling + 1)) {
            result.examined++;
            final boolean available = runqueues.isAvailableIdle(sibling);
            idle &= available;
            if (remembered == -1) {
                if ((available || runqueues.isSchedIdle(sibling)) && left.contains(sibling)) {
                    remembered = sibling;
                    if (!available) {
                        break;
                    }
                }
            } else if (!available) {
                break;
            }
        }
        return idle;
    }

    private CpuSet core(final int cpu) {
        return domains.topology().cores().around(cpu);
    }

    private static int wrap(final CpuSet span, final int cpu) {
        final int next = span.next(cpu);
        return next >= 0 ? next : span.first();
    }
}
