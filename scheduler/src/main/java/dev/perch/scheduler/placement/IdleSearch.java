package dev.perch.scheduler.placement;

import dev.perch.scheduler.Policy;
import dev.perch.scheduler.Runqueues;
import dev.perch.scheduler.Search;
import dev.perch.scheduler.WakeUp;
import dev.perch.topology.SchedDomains;

/** The search of an idle CPU that shares a cache with the target (select_idle_sibling). */
interface IdleSearch {
    /**
     * The CPU for {@code wakeUp.wakee}, which ran on {@code prev}, as near to {@code target} as idle CPUs are; the
     * target itself where none is found.
     */
    int select(WakeUp wakeUp, int prev, int target, Search result);

    /**
     * The search of {@code policy} as bit arithmetic.
     *
     * @param possible the CPUs that the scan of 5.10 looks at; null for all
     */
    static IdleSearch byMasks(final Policy policy, final SchedDomains domains, final Runqueues runqueues,
            final IdleMask possible) {
        return hasThreeScans(policy)
                ? new ThreeScans(domains, runqueues, new AverageBudget(policy, domains, runqueues), possible)
                : new MaskSearch(policy, domains, runqueues);
    }

    /** The search of {@code policy} CPU by CPU. */
    static IdleSearch stepByStep(final Policy policy, final SchedDomains domains, final Runqueues runqueues,
            final IdleMask possible, final Observer observer) {
        return hasThreeScans(policy)
                ? new ThreeScansWalk(domains, runqueues, new AverageBudget(policy, domains, runqueues), possible,
                        observer)
                : new WalkSearch(policy, domains, runqueues, observer);
    }

    private static boolean hasThreeScans(final Policy policy) {
        return !policy.kernel().release().isAtLeast(5, 12);
    }
}
