package dev.perch.scheduler.placement;

import dev.perch.scheduler.Feature;
import dev.perch.scheduler.Policy;
import dev.perch.scheduler.Runqueues;
import dev.perch.scheduler.Search;
import dev.perch.scheduler.Task;
import dev.perch.scheduler.WakeUp;
import dev.perch.topology.SchedDomains;

/**
 * Whether the idle search starts at the waker's CPU or at the previous one (wake_affine): first by which of them idles
 * (WA_IDLE), then by which would carry less load (WA_WEIGHT), leaning to the waker by half the domain's imbalance
 * percentage (WA_BIAS). A waker about to sleep (sync) counts as gone already.
 */
final class WakeAffine {
    private static final int UNDECIDED = -1;

    private final SchedDomains domains;
    private final Runqueues runqueues;
    private final boolean byIdle;
    private final boolean byWeight;
    private final boolean biased;

    WakeAffine(final Policy policy, final SchedDomains domains, final Runqueues runqueues) {
        this.domains = domains;
        this.runqueues = runqueues;
        byIdle = policy.has(Feature.WA_IDLE);
        byWeight = policy.has(Feature.WA_WEIGHT);
        biased = policy.has(Feature.WA_BIAS);
    }

    /** Where the search starts; -1 where no domain that pulls wakees holds both CPUs. */
    int target(final WakeUp wakeUp, final int prev, final Search result) {
        final int cpu = wakeUp.cpu;
        if (!domains.shareAffine(cpu, prev)) {
            return -1;
        }
        if (cpu == prev) {
            return prev;
        }
        final boolean sync = (wakeUp.flags & WakeUp.SYNC) != 0 && !wakeUp.waker.exiting;
        int target = byIdle ? byIdle(cpu, prev, sync) : UNDECIDED;
        if (target == UNDECIDED && byWeight) {
            target = byWeight(wakeUp, prev, sync);
        }
        result.affineTarget = target == cpu ? cpu : prev;
        return result.affineTarget;
    }

    private int byIdle(final int cpu, final int prev, final boolean sync) {
        if (runqueues.isAvailableIdle(cpu) && domains.shareCache(cpu, prev)) {
            return runqueues.isAvailableIdle(prev) ? prev : cpu;
        }
        if (sync && runqueues.nrRunning(cpu) - runqueues.nrDelayed(cpu) == 1) {
            return cpu;
        }
        return runqueues.isAvailableIdle(prev) ? prev : UNDECIDED;
    }

    private int byWeight(final WakeUp wakeUp, final int prev, final boolean sync) {
        final Task wakee = wakeUp.wakee;
        final int cpu = wakeUp.cpu;
        long here = runqueues.load(cpu);
        if (sync) {
            final long waker = wakeUp.waker.load;
            if (waker > here) {
                return cpu;
            }
            here -= waker;
        }
        here = (here + wakee.load) * runqueues.capacity(prev);
        long there = (runqueues.load(prev) - wakee.load) * runqueues.capacity(cpu);
        if (biased) {
            here *= 100;
            there *= 100 + (domains.affineDomain(cpu, prev).imbalancePct() - 100) / 2;
        }
        if (sync) {
            there++;
        }
        return here < there ? cpu : UNDECIDED;
    }
}
