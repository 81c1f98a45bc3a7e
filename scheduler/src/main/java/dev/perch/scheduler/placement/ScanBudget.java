package dev.perch.scheduler.placement;

import dev.perch.scheduler.Feature;
import dev.perch.scheduler.Policy;
import dev.perch.scheduler.Runqueues;
import dev.perch.scheduler.ScanCost;
import dev.perch.scheduler.WakeUp;
import dev.perch.topology.SchedDomains;

/**
 * How many CPUs a scan of the LLC may look at while it seeks no idle core. SIS_UTIL takes the LLC's nr_idle_scan, and
 * lets an overloaded LLC alone. SIS_PROP divides the waker's expected idle time by what its scans cost; where both are
 * on, SIS_UTIL's limit counts but SIS_PROP still keeps its accounts.
 */
final class ScanBudget {
    /** The scan is refused. */
    static final int REFUSED = -1;
    /** Nothing bounds the scan. */
    static final int UNBOUNDED = Integer.MAX_VALUE;

    private static final int LEAST = 4;

    private final SchedDomains domains;
    private final Runqueues runqueues;
    private final boolean byUtilization;
    private final boolean byIdleTime;

    ScanBudget(final Policy policy, final SchedDomains domains, final Runqueues runqueues) {
        this.domains = domains;
        this.runqueues = runqueues;
        byUtilization = policy.has(Feature.SIS_UTIL);
        byIdleTime = policy.has(Feature.SIS_PROP);
    }

    /** How many CPUs of LLC {@code llc} the scan of {@code wakeUp} may look at. */
    int limit(final WakeUp wakeUp, final int llc, final boolean seeksCore) {
        int limit = UNBOUNDED;
        if (byIdleTime && !seeksCore) {
            if (domains.llcDomain(wakeUp.cpu) == null) {
                return REFUSED;
            }
            limit = idleTimeLimit(runqueues.scanCost(wakeUp.cpu), wakeUp.jiffies(), domains.llcs().set(llc).size());
        }
        if (byUtilization) {
            final int most = runqueues.nrIdleScan(llc);
            return most == 0 ? REFUSED : most;
        }
        return limit;
    }

    private static int idleTimeLimit(final ScanCost cost, final long jiffies, final int llcSize) {
        cost.age(jiffies);
        final long spanIdle = (long) llcSize * cost.wakeAverageIdleNanos;
        final long averageScan = cost.averageScanNanos + 1;
        // the kernel keeps the quotient in 32 bits, and stops when the count, taken down before each look, is 0
        final int quotient = spanIdle > LEAST * averageScan ? (int) (spanIdle / averageScan) : LEAST;
        return quotient > 0 ? quotient - 1 : UNBOUNDED;
    }

    /** Charges a scan that {@code cpu} made of its own accord to the end. */
    void charge(final int cpu, final int examined) {
        if (byIdleTime) {
            final ScanCost cost = runqueues.scanCost(cpu);
            final long nanos = runqueues.scanNanos(examined);
            cost.wakeAverageIdleNanos -= Math.min(cost.wakeAverageIdleNanos, nanos);
            cost.addScan(nanos);
        }
    }
}
