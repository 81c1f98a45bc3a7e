package dev.perch.replay;

import dev.perch.scheduler.RunqueueTable;
import dev.perch.scheduler.ScanCost;
import dev.perch.scheduler.Task;
import dev.perch.scheduler.WakeUp;

/**
 * What a decision writes: the waker's flips, the wakee's recent CPU, the LLCs' idle-core flags, the waker's
 * CPU's account of its scans. Kept, so that one
 * wake-up can be decided again and again.
 */
final class DecisionState {
    private final RunqueueTable table;
    private final boolean[] idleCores;
    private Task lastWakee;
    private int wakeeFlips;
    private long wakeeFlipsDecayed;
    private int recentCpu;
    private long expectedIdle;
    private long idleStamp;
    private long averageScan;

    DecisionState(final RunqueueTable table) {
        this.table = table;
        idleCores = new boolean[table.domains().llcs().count()];
    }

    /** Keeps what deciding {@code wakeUp} may change. */
    void keep(final WakeUp wakeUp) {
        lastWakee = wakeUp.waker.lastWakee;
        wakeeFlips = wakeUp.waker.wakeeFlips;
        wakeeFlipsDecayed = wakeUp.waker.wakeeFlipsDecayed;
        recentCpu = wakeUp.wakee.recentCpu;
        final ScanCost cost = table.scanCost(wakeUp.cpu);
        expectedIdle = cost.wakeAverageIdleNanos;
        idleStamp = cost.wakeStampJiffies;
        averageScan = cost.averageScanNanos;
        for (int llc = 0; llc < idleCores.length; llc++) {
            idleCores[llc] = table.hasIdleCores(llc);
        }
    }

    /** Puts back what was kept. */
    void restore(final WakeUp wakeUp) {
        wakeUp.waker.lastWakee = lastWakee;
        wakeUp.waker.wakeeFlips = wakeeFlips;
        wakeUp.waker.wakeeFlipsDecayed = wakeeFlipsDecayed;
        wakeUp.wakee.recentCpu = recentCpu;
        final ScanCost cost = table.scanCost(wakeUp.cpu);
        cost.wakeAverageIdleNanos = expectedIdle;
        cost.wakeStampJiffies = idleStamp;
        cost.averageScanNanos = averageScan;
        for (int llc = 0; llc < idleCores.length; llc++) {
            table.setHasIdleCores(llc, idleCores[llc]);
        }
    }
}
