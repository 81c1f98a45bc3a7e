package dev.perch.replay;

import dev.perch.scheduler.RunqueueTable;
import dev.perch.scheduler.ScanCost;
import java.util.Arrays;

/** One policy's own accounts of its scans, by CPU, beside the idle times that all policies share. */
final class ScanAccounts {
    private final RunqueueTable table;
    private final IdleTimes idleTimes;
    private final long[] expectedIdle;
    private final long[] stamp;
    private final long[] averageScan;
    private final long[] opened; // the end of the idle time that the account was opened with

    ScanAccounts(final RunqueueTable table, final IdleTimes idleTimes) {
        this.table = table;
        this.idleTimes = idleTimes;
        final int size = table.domains().topology().size();
        expectedIdle = new long[size];
        stamp = new long[size];
        averageScan = new long[size];
        opened = new long[size];
        Arrays.fill(opened, Long.MIN_VALUE);
    }

    /** Puts this policy's account of {@code cpu} into the table. */
    void load(final int cpu) {
        final ScanCost cost = table.scanCost(cpu);
        cost.averageScanNanos = averageScan[cpu];
        if (opened[cpu] == idleTimes.lastEnded(cpu)) {
            cost.wakeAverageIdleNanos = expectedIdle[cpu];
            cost.wakeStampJiffies = stamp[cpu];
        }
    }

    /** Keeps what the table says now as this policy's account of {@code cpu}. */
    void keep(final int cpu) {
        final ScanCost cost = table.scanCost(cpu);
        averageScan[cpu] = cost.averageScanNanos;
        expectedIdle[cpu] = cost.wakeAverageIdleNanos;
        stamp[cpu] = cost.wakeStampJiffies;
        opened[cpu] = idleTimes.lastEnded(cpu);
    }
}
