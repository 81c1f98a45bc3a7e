package dev.perch.scheduler;

/** What SIS_PROP keeps for a CPU: its expected idle time and what the scans of its LLC cost. Mutable. */
public final class ScanCost {
    private static final long AT_BOOT = 1_000_000; // twice the kernel's migration cost

    /** Average idle time of the CPU (avg_idle), nanoseconds: what 5.10 compares with. */
    public long averageIdleNanos = AT_BOOT;
    /** Idle time expected at a wake-up (wake_avg_idle), nanoseconds; halved each jiffy, less each scan's time. */
    public long wakeAverageIdleNanos = AT_BOOT;
    /** When {@link #wakeAverageIdleNanos} was last aged (wake_stamp), jiffies. */
    public long wakeStampJiffies;
    /** Average time of a scan by this CPU (avg_scan_cost), nanoseconds. */
    public long averageScanNanos;

    /** Halves the expected idle time once for each jiffy that has passed. */
    public void age(final long jiffies) {
        while (wakeStampJiffies < jiffies && wakeAverageIdleNanos != 0) {
            wakeStampJiffies++;
            wakeAverageIdleNanos >>>= 1;
        }
    }

    /** Takes a scan's time into the average, by an eighth. */
    public void addScan(final long nanos) {
        averageScanNanos += (nanos - averageScanNanos) / 8;
    }
}
