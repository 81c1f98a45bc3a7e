package dev.perch.scheduler.placement;

import dev.perch.scheduler.Feature;
import dev.perch.scheduler.Policy;
import dev.perch.scheduler.Runqueues;

/**
 * How many runqueues an idle search of an LLC may examine (SIS_UTIL, update_idle_cpu_scan): all of them while the LLC
 * idles, fewer with the square of its utilisation, none from about 1 / imbalance_pct on.
 */
public final class IdleScanLimit {
    private static final int SCALE = 1024;
    private static final int SMALL_LLC = 16;
    private static final int SMALL_LLC_FACTOR = 32;

    private final boolean on;
    private final boolean smallLlcs;

    /** As the switches of {@code policy} say. */
    public IdleScanLimit(final Policy policy) {
        on = policy.has(Feature.SIS_UTIL);
        smallLlcs = policy.has(Feature.SIS_UTIL_SMALL_LLC);
    }

    void update(final Runqueues runqueues, final int llc, final int llcSize, final int imbalancePct,
            final long sumUtilization) {
        if (on) {
            runqueues.setNrIdleScan(llc, limit(llcSize, sumUtilization, imbalancePct));
        }
    }

    /**
     * nr_idle_scan of an LLC as balance sets it under this policy.
     *
     * @param llcSize        its number of CPUs
     * @param sumUtilization the sum of their utilisation, 1024 a CPU
     * @param imbalancePct   its domain's imbalance_pct
     */
    public int limit(final int llcSize, final long sumUtilization, final int imbalancePct) {
        final int limit = of(llcSize, sumUtilization, imbalancePct);
        return smallLlcs && llcSize <= SMALL_LLC ? limit * SMALL_LLC_FACTOR / llcSize : limit;
    }

    /**
     * nr_idle_scan of an LLC in released kernels.
     *
     * @param llcSize        its number of CPUs
     * @param sumUtilization the sum of their utilisation, 1024 a CPU
     * @param imbalancePct   its domain's imbalance_pct
     */
    public static int of(final int llcSize, final long sumUtilization, final int imbalancePct) {
        final long x = sumUtilization / llcSize;
        final long used = Math.min(x * x * imbalancePct * imbalancePct / (10_000L * SCALE), SCALE);
        return (int) ((SCALE - used) * llcSize / SCALE);
    }
}
