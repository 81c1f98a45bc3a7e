package dev.perch.scheduler.placement;

import dev.perch.scheduler.Feature;
import dev.perch.scheduler.Policy;
import dev.perch.scheduler.Runqueues;
import dev.perch.scheduler.ScanCost;
import dev.perch.topology.SchedDomains;

/**
 * SIS_PROP as 5.10 has it: the waker's average idle time, a 512th of it, over what its scans cost. Nothing is aged or
 * taken off the idle time.
 */
final class AverageBudget {
    private static final int FUZZ = 512;
    private static final int LEAST = 4;

    private final SchedDomains domains;
    private final Runqueues runqueues;
    private final boolean on;

    AverageBudget(final Policy policy, final SchedDomains domains, final Runqueues runqueues) {
        this.domains = domains;
        this.runqueues = runqueues;
        on = policy.has(Feature.SIS_PROP);
    }

    /** How many CPUs of an LLC of {@code llcSize} a scan called on {@code cpu} may look at. */
    int limit(final int cpu, final int llcSize) {
        if (domains.llcDomain(cpu) == null) {
            return ScanBudget.REFUSED;
        }
        if (!on) {
            return ScanBudget.UNBOUNDED;
        }
        final ScanCost cost = runqueues.scanCost(cpu);
        final long spanIdle = llcSize * (cost.averageIdleNanos / FUZZ);
        final long averageScan = cost.averageScanNanos + 1;
        final int quotient = spanIdle > LEAST * averageScan ? (int) (spanIdle / averageScan) : LEAST;
        return quotient > 0 ? quotient - 1 : ScanBudget.UNBOUNDED;
    }

    /** Takes a scan that {@code cpu} made to its end into the average. */
    void charge(final int cpu, final int examined) {
        runqueues.scanCost(cpu).addScan(runqueues.scanNanos(examined));
    }
}
