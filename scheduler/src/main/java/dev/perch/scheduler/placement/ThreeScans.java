package dev.perch.scheduler.placement;

import dev.perch.scheduler.Runqueues;
import dev.perch.scheduler.Search;
import dev.perch.scheduler.Search.Step;
import dev.perch.scheduler.Task;
import dev.perch.scheduler.WakeUp;
import dev.perch.topology.CpuSet;
import dev.perch.topology.SchedDomains;

/**
 * The idle search of 5.10 as bit arithmetic: after target, prev and recent come three scans, each from the target
 * itself on: an idle core of the LLC; then, as far as SIS_PROP allows, an idle CPU of the LLC; then an SMT sibling of
 * the target. Where CPUs differ in capacity, one scan for capacity comes before everything else. The recent CPU is
 * replaced only when it is taken.
 *
 * <p>Written from the description of that kernel; no answers of its own code were at hand to check it.
 */
final class ThreeScans implements IdleSearch {
    private final SchedDomains domains;
    private final Runqueues runqueues;
    private final AverageBudget budget;
    private final Place[] places;
    private final MaskScan scan;

    ThreeScans(final SchedDomains domains, final Runqueues runqueues, final AverageBudget budget,
            final IdleMask possible) {
        this.domains = domains;
        this.runqueues = runqueues;
        this.budget = budget;
        places = Place.of(domains);
        scan = new MaskScan(domains, runqueues, places, possible);
    }

    @Override
    public int select(final WakeUp wakeUp, final int prev, final int target, final Search result) {
        final Task wakee = wakeUp.wakee;
        final Place at = places[target];
        result.noteSearched();
        if (at.capacities != null) {
            final int found = scan.firstFit(at.capacities, target, wakee);
            return found >= 0 ? taken(Step.CAPACITY, found, result) : failed(target, result);
        }
        if (runqueues.isFree(target)) {
            return taken(Step.TARGET, target, result);
        }
        if (prev != target && places[prev].llc == at.llc && runqueues.isFree(prev)) {
            return taken(Step.PREV, prev, result);
        }
        if (wakeUp.waker.isPerCpuKernelThread() && prev == wakeUp.cpu && runqueues.nrRunning(prev) <= 1) {
            return taken(Step.STACK, prev, result);
        }
        final int recent = wakee.recentCpu;
        if (recent != prev && recent != target && recent >= 0 && places[recent].llc == at.llc
                && runqueues.isFree(recent) && wakee.mayRunOn(recent)) {
            wakee.recentCpu = prev;
            return taken(Step.RECENT, recent, result);
        }
        return at.span == null ? failed(target, result) : searchDomain(wakeUp, target, at, result);
    }

    private int searchDomain(final WakeUp wakeUp, final int target, final Place at, final Search result) {
        final Task wakee = wakeUp.wakee;
        final CpuSet allowed = scan.narrowed(wakee);
        result.noteDomainSearched();
        if (domains.smtActive() && runqueues.hasIdleCores(at.llc)) {
            final int core = scan.firstIdleCore(at.span, at.slot, -1L << target, allowed);
            if (result.countsCores) {
                result.examined += scan.examinedCores(at.span, at.slot, -1L << target, wakee, core, true) >> 1;
            }
            if (core >= 0) {
                return taken(Step.LLC, core, result);
            }
            runqueues.setHasIdleCores(at.llc, false);
        }
        result.noteScanned();
        final int limit = budget.limit(wakeUp.cpu, at.span.size);
        if (limit != ScanBudget.REFUSED) {
            final int found = scan.firstFree(at.span, at.slot, -1L << target, allowed, limit, result);
            result.examined += result.probes;
            if (found != MaskScan.EXHAUSTED) {
                budget.charge(wakeUp.cpu, result.probes);
            }
            if (found >= 0) {
                return taken(Step.LLC, found, result);
            }
        }
        if (domains.smtActive()) {
            for (final int sibling : at.core) {
                if (wakee.mayRunOn(sibling) && runqueues.isFree(sibling)) {
                    return taken(Step.SMT, sibling, result);
                }
            }
        }
        return failed(target, result);
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
