package dev.perch.scheduler.placement;

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

/** The idle search of {@link ThreeScans}, CPU after CPU before an observer. */
final class ThreeScansWalk implements IdleSearch {
    private final SchedDomains domains;
    private final Runqueues runqueues;
    private final Observer observer;
    private final AverageBudget budget;
    private final IdleMask possible;

    ThreeScansWalk(final SchedDomains domains, final Runqueues runqueues, final AverageBudget budget,
            final IdleMask possible, final Observer observer) {
        this.domains = domains;
        this.runqueues = runqueues;
        this.budget = budget;
        this.possible = possible;
        this.observer = observer;
    }

    @Override
    public int select(final WakeUp wakeUp, final int prev, final int target, final Search result) {
        final Task wakee = wakeUp.wakee;
        result.noteSearched();
        observer.searching(prev, target);
        if (domains.asymActive() && domains.asymDomain(target) != null) {
            return scanCapacity(wakee, target, result);
        }
        if (looksFree(Phase.TARGET, target, -1)) {
            return taken(Step.TARGET, target, result);
        }
        if (prev != target && domains.shareCache(prev, target) && looksFree(Phase.PREV, prev, -1)) {
            return taken(Step.PREV, prev, result);
        }
        if (wakeUp.waker.isPerCpuKernelThread() && prev == wakeUp.cpu && runqueues.nrRunning(prev) <= 1) {
            return taken(Step.STACK, prev, result);
        }
        final int recent = wakee.recentCpu;
        if (recent != prev && recent != target && recent >= 0 && domains.shareCache(recent, target)
                && wakee.mayRunOn(recent) && looksFree(Phase.RECENT, recent, -1)) {
            wakee.recentCpu = prev;
            return taken(Step.RECENT, recent, result);
        }
        final SchedDomain llc = domains.llcDomain(target);
        if (llc == null) {
            return failed(target, result);
        }
        result.noteDomainSearched();
        int found = scanCores(wakee, llc.span(), target, result);
        if (found >= 0) {
            return taken(Step.LLC, found, result);
        }
        found = scanCpus(wakeUp, llc.span(), target, result);
        if (found >= 0) {
            return taken(Step.LLC, found, result);
        }
        found = scanSiblings(wakee, target);
        return found >= 0 ? taken(Step.SMT, found, result) : failed(target, result);
    }

    private boolean looksFree(final Phase phase, final int cpu, final int budgetLeft) {
        final boolean free = runqueues.isAvailableIdle(cpu) || runqueues.isSchedIdle(cpu);
        observer.looked(phase, cpu, free ? Verdict.TAKEN : Verdict.BUSY, budgetLeft);
        return free;
    }

    private int scanCapacity(final Task wakee, final int target, final Search result) {
        final CpuSet span = domains.asymDomain(target).span();
        int largest = -1;
        for (int i = 0, cpu = wrap(span, target); i < span.size(); i++, cpu = wrap(span, cpu + 1)) {
            if (wakee.mayRunOn(cpu) && (runqueues.isAvailableIdle(cpu) || runqueues.isSchedIdle(cpu))) {
                final boolean fits = Fit.fits(wakee, runqueues.capacity(cpu));
                observer.looked(Phase.CAPACITY, cpu, fits ? Verdict.TAKEN : Verdict.TOO_SMALL, -1);
                if (fits) {
                    return taken(Step.CAPACITY, cpu, result);
                }
                if (largest < 0 || runqueues.capacity(cpu) > runqueues.capacity(largest)) {
                    largest = cpu;
                }
            }
        }
        return largest >= 0 ? taken(Step.CAPACITY, largest, result) : failed(target, result);
    }

    private int scanCores(final Task wakee, final CpuSet span, final int target, final Search result) {
        if (!domains.smtActive() || !runqueues.hasIdleCores(domains.llcs().of(target))) {
            return -1;
        }
        CpuSet left = span.and(wakee.allowed());
        for (int i = 0, cpu = wrap(span, target); i < span.size(); i++, cpu = wrap(span, cpu + 1)) {
            if (left.contains(cpu)) {
                final CpuSet core = domains.topology().cores().around(cpu);
                boolean idle = true;
                for (int at = core.first(); at >= 0 && idle; at = core.next(at + 1)) {
                    result.examined++;
                    idle = runqueues.isAvailableIdle(at);
                }
                observer.looked(Phase.LLC_CORES, cpu, idle ? Verdict.TAKEN : Verdict.BUSY, -1);
                if (idle) {
                    return cpu;
                }
                left = left.minus(core);
            }
        }
        runqueues.setHasIdleCores(domains.llcs().of(target), false);
        return -1;
    }

    private int scanCpus(final WakeUp wakeUp, final CpuSet span, final int target, final Search result) {
        result.noteScanned();
        final int limit = budget.limit(wakeUp.cpu, span.size());
        if (limit == ScanBudget.REFUSED) {
            observer.refused();
            return -1;
        }
        int found = -1;
        for (int i = 0, cpu = wrap(span, target); i < span.size() && found < 0; i++, cpu = wrap(span, cpu + 1)) {
            if (wakeUp.wakee.mayRunOn(cpu) && (possible == null || possible.contains(cpu))) {
                if (result.probes == limit) {
                    observer.exhausted();
                    return -1;
                }
                result.probes++;
                result.examined++;
                found = looksFree(Phase.LLC, cpu, limit - result.probes) ? cpu : -1;
            }
        }
        budget.charge(wakeUp.cpu, result.probes);
        return found;
    }

    private int scanSiblings(final Task wakee, final int target) {
        if (domains.smtActive()) {
            observer.callingSmt();
            final CpuSet core = domains.topology().cores().around(target);
            for (int cpu = core.first(); cpu >= 0; cpu = core.next(cpu + 1)) {
                if (wakee.mayRunOn(cpu) && looksFree(Phase.SMT, cpu, -1)) {
                    return cpu;
                }
            }
        }
        return -1;
    }

    private static int wrap(final CpuSet span, final int cpu) {
        final int next = span.next(cpu);
        return next >= 0 ? next : span.first();
    }

    private static int taken(final Step step, final int cpu, final Search result) {
        result.setStep(step);
        return cpu;
    }

    private static int failed(final int target, final Search result) {
        result.setStep(Step.FALLBACK);
        result.setFailed(true);
        return target;
    }
}
