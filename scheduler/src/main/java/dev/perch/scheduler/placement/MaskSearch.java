package dev.perch.scheduler.placement;

import dev.perch.scheduler.Policy;
import dev.perch.scheduler.Runqueues;
import dev.perch.scheduler.Search;
import dev.perch.scheduler.Search.Step;
import dev.perch.scheduler.Task;
import dev.perch.scheduler.WakeUp;
import dev.perch.topology.CpuSet;
import dev.perch.topology.SchedDomains;

/**
 * The idle search as bit arithmetic (select_idle_sibling since 5.19): an idle target, prev or recent; an SMT sibling of
 * prev; then the scan, target's cluster first where there are clusters, then the rest of the LLC.
 *
 * <p>The kernel looks at CPU after CPU from the target's next on, wrapping. Here the first idle one is the lowest bit
 * of (idle &amp; span &amp; allowed) above the target, else the lowest of all; the CPUs that the kernel would have
 * looked at are a population count, to be compared with its budget. While the LLC is believed to have an idle core, a
 * whole idle core is sought first, without a budget; a search that finds none clears the belief and takes the first
 * idle CPU it met.
 *
 * <p>Every simulated or real wake-up runs through this and {@link MaskScan}. One thread at a time.
 */
final class MaskSearch implements IdleSearch {
    private static final int PREV = Step.PREV.ordinal() - Step.RECENT.ordinal();
    private static final int TARGET = Step.TARGET.ordinal() - Step.RECENT.ordinal();
    private static final int CLUSTER_BITS = 13; // hold any CPU's number

    private final Runqueues runqueues;
    private final ScanBudget budget;
    private final MaskScan scan;
    private final boolean capacitiesDiffer;
    private final boolean clusterActive;
    private final boolean smtActive;
    private final boolean allAlike; // neither clusters nor capacities tell the CPUs of an LLC apart
    private final Place[] places; // by CPU
    private final int[] shared; // by CPU: its LLC's id, and in the low bits its cluster's, or that again

    MaskSearch(final Policy policy, final SchedDomains domains, final Runqueues runqueues) {
        this.runqueues = runqueues;
        budget = new ScanBudget(policy, domains, runqueues);
        capacitiesDiffer = domains.asymActive();
        clusterActive = domains.clusterActive();
        smtActive = domains.smtActive();
        allAlike = !clusterActive && !capacitiesDiffer;
        places = Place.of(domains);
        shared = new int[places.length];
        domains.topology().cpus().forEach(cpu -> shared[cpu] = domains.llcId(cpu) << CLUSTER_BITS
                | (clusterActive ? domains.shareId(cpu) : domains.llcId(cpu)));
        scan = new MaskScan(domains, runqueues, places, null);
    }

    @Override
    public int select(final WakeUp wakeUp, final int prev, final int target, final Search result) {
        result.noteSearched();
        return allAlike && !wakeUp.waker.isKernelThread && scan.narrowed(wakeUp.wakee) == null
                ? selectAtOnce(wakeUp, prev, target, result)
                : selectInTurn(wakeUp, prev, target, result);
    }

    /**
     * Target, prev and recent looked at together, and the first of them that idles picked by masks: which it is
     * changes from wake-up to wake-up, so that a branch for each would mostly be mispredicted.
     */
    private int selectAtOnce(final WakeUp wakeUp, final int prev, final int target, final Search result) {
        final Task wakee = wakeUp.wakee;
        final int before = wakee.recentCpu;
        final int recent = before >= 0 ? before : prev;
        final int here = shared[target];
        final int byTarget = onesIfZero(runqueues.taken(target));
        final int byPrev = onesIfZero(shared[prev] ^ here | runqueues.taken(prev)) & ~byTarget;
        final int byRecent = onesIfZero(shared[recent] ^ here | runqueues.taken(recent));
        wakee.recentCpu = prev ^ (prev ^ before) & (byTarget | byPrev);
        if ((byTarget | byPrev | byRecent) == 0) {
            return searchBeyond(wakeUp, prev, recent, target, result);
        }
        result.setStep(Step.RECENT, byTarget & TARGET | byPrev & PREV);
        return recent ^ (recent ^ target) & byTarget ^ (recent ^ prev) & byPrev;
    }

    private static int onesIfZero(final int notNegative) {
        return notNegative - 1 >> 31;
    }

    private int selectInTurn(final WakeUp wakeUp, final int prev, final int target, final Search result) {
        final Task wakee = wakeUp.wakee;
        if (taken(wakee, target) == 0) {
            result.setStep(Step.TARGET);
            return target;
        }
        final int here = shared[target];
        if ((shared[prev] ^ here | taken(wakee, prev)) == 0) {
            result.setStep(Step.PREV);
            return prev;
        }
        if (wakeUp.waker.isKernelThread && stacks(wakeUp, prev) && fits(wakee, prev)) {
            result.setStep(Step.STACK);
            return prev;
        }
        final int recent = wakee.recentCpu >= 0 ? wakee.recentCpu : prev;
        wakee.recentCpu = prev;
        if ((shared[recent] ^ here | taken(wakee, recent)) == 0 && mayRunOn(wakee, recent)) {
            result.setStep(Step.RECENT);
            return recent;
        }
        return searchBeyond(wakeUp, prev, recent, target, result);
    }

    /** Beyond target, prev and recent. */
    private int searchBeyond(final WakeUp wakeUp, final int prev, final int recent, final int target,
            final Search result) {
        final Task wakee = wakeUp.wakee;
        final Place at = places[target];
        if (capacitiesDiffer && at.capacities != null) {
            result.setStep(Step.CAPACITY);
            final int found = scan.firstFit(at.capacities, target, wakee);
            return found >= 0 ? found : failed(target, result);
        }
        final int found = searchDomain(wakeUp, prev, target, at, result);
        if (found >= 0) {
            return found;
        }
        return clusterActive ? fallBack(wakee, prev, recent, target, result) : failed(target, result);
    }

    /** Where nothing better is found: prev or recent if it idles in the target's LLC, though in another cluster. */
    private int fallBack(final Task wakee, final int prev, final int recent, final int target, final Search result) {
        final int here = shared[target];
        if (((shared[prev] ^ here) >>> CLUSTER_BITS | taken(wakee, prev)) == 0) {
            result.setStep(Step.PREV_FALLBACK);
            return prev;
        }
        if (((shared[recent] ^ here) >>> CLUSTER_BITS | taken(wakee, recent)) == 0 && mayRunOn(wakee, recent)) {
            result.setStep(Step.RECENT_FALLBACK);
            return recent;
        }
        return failed(target, result);
    }

    /** 0 where {@code cpu} is free and has capacity for {@code task}, above 0 where not. */
    private int taken(final Task task, final int cpu) {
        return fits(task, cpu) ? runqueues.taken(cpu) : 1;
    }

    private boolean mayRunOn(final Task task, final int cpu) {
        return scan.narrowed(task) == null || task.mayRunOn(cpu);
    }

    private boolean fits(final Task task, final int cpu) {
        return !capacitiesDiffer || Fit.fits(task, runqueues.capacity(cpu));
    }

    private boolean stacks(final WakeUp wakeUp, final int prev) {
        return wakeUp.waker.isPerCpuKernelThread() && !wakeUp.inInterrupt && prev == wakeUp.cpu
                && runqueues.nrRunning(prev) <= 1;
    }

    private static int failed(final int target, final Search result) {
        result.setStep(Step.FALLBACK);
        result.setFailed(true);
        return target;
    }

    /** Beyond target, prev and recent; -1 where nothing is found. */
    private int searchDomain(final WakeUp wakeUp, final int prev, final int target, final Place at,
            final Search result) {
        final Task wakee = wakeUp.wakee;
        if (at.span == null) {
            return -1;
        }
        result.noteDomainSearched();
        final int llc = at.llc;
        final boolean seeksCore = smtActive && runqueues.hasIdleCores(llc);
        if (smtActive) {
            final int sibling = idleSibling(wakee, prev);
            if ((sibling >>> 31 | (shared[prev] ^ shared[target]) >>> CLUSTER_BITS | (seeksCore ? 1 : 0)) == 0) {
                result.setStep(Step.SMT);
                return sibling;
            }
        }
        result.noteScanned();
        final int limit = budget.limit(wakeUp, llc, seeksCore);
        if (limit == ScanBudget.REFUSED) {
            return -1;
        }
        if (!seeksCore) {
            return scanCpus(wakeUp, target, at, limit, result);
        }
        final int found = scanCores(wakee, target, at, result);
        if (result.countsCores) {
            countCores(wakee, target, at, runqueues.hasIdleCores(llc) ? found : -1, result);
        }
        return found;
    }

    private int idleSibling(final Task wakee, final int prev) {
        for (final int sibling : places[prev].siblings) {
            if (runqueues.isFree(sibling) && wakee.mayRunOn(sibling)) {
                return sibling;
            }
        }
        return -1;
    }

    private int scanCpus(final WakeUp wakeUp, final int target, final Place at, final int limit, final Search result) {
        final CpuSet allowed = scan.narrowed(wakeUp.wakee);
        int found = -1;
        if (at.cluster != null) {
            result.setStep(Step.CLUSTER);
            found = scan.firstFree(at.cluster, at.clusterSlot, -2L << target, allowed, limit, result);
        }
        if (found == -1) {
            result.setStep(Step.LLC);
            found = scan.firstFree(at.rest, at.slot, -2L << target, allowed, limit, result);
        }
        result.examined = result.probes;
        if (found != MaskScan.EXHAUSTED) {
            budget.charge(wakeUp.cpu, result.examined);
        }
        return found;
    }

    /** The first idle core after {@code target}; else the first idle CPU on the way, and the belief in one is cleared. */
    private int scanCores(final Task wakee, final int target, final Place at, final Search result) {
        final CpuSet allowed = scan.narrowed(wakee);
        if (at.cluster != null) {
            result.setStep(Step.CLUSTER);
            final int core = scan.firstIdleCore(at.cluster, at.clusterSlot, -2L << target, allowed);
            if (core >= 0) {
                return core;
            }
        }
        result.setStep(Step.LLC);
        final int core = scan.firstIdleCore(at.rest, at.slot, -2L << target, allowed);
        if (core >= 0) {
            return core;
        }
        runqueues.setHasIdleCores(at.llc, false);
        final int found = at.cluster == null ? -1
                : scan.firstFreeOnTheWay(at.cluster, at.clusterSlot, -2L << target, wakee);
        return found >= 0 ? found : scan.firstFreeOnTheWay(at.rest, at.slot, -2L << target, wakee);
    }

    /** Counts the runqueues that the search for an idle core examined up to {@code core}, or in vain where that is -1. */
    private void countCores(final Task wakee, final int target, final Place at, final int core, final Search result) {
        int counted = 0;
        if (at.cluster != null) {
            final boolean ends = core >= 0 && result.step() == Step.CLUSTER;
            counted = scan.examinedCores(at.cluster, at.clusterSlot, -2L << target, wakee, ends ? core : -1, false);
            result.examined += counted >> 1;
            if (ends) {
                return;
            }
        }
        result.examined += scan.examinedCores(at.rest, at.slot, -2L << target, wakee, core, (counted & 1) != 0) >> 1;
    }
}
