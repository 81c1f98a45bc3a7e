package dev.perch.replay;

import dev.perch.scheduler.RunqueueTable;
import dev.perch.scheduler.ScanCost;
import dev.perch.scheduler.WakeUp;
import java.util.Arrays;

/**
 * How long each CPU idles on average, as SIS_PROP weighs it: an average over its idle times of a weight of an eighth,
 * bounded by twice the most that newly-idle balance may cost, half of it expected at the next wake-up. What a scan
 * takes no recording tells: each examined runqueue counts as one cache line from another core of the LLC, for which
 * published measurements give 35 to 108 ns.
 */
final class IdleTimes {
    private static final long MOST_NANOS = 1_000_000;
    private static final double SCAN_NANOS_EACH = 50;

    private final RunqueueTable table;
    private final long[] ended;

    IdleTimes(final RunqueueTable table) {
        this.table = table;
        ended = new long[table.domains().topology().size()];
        Arrays.fill(ended, Long.MIN_VALUE);
        table.domains().topology().cpus().forEach(cpu -> table.scanCost(cpu).averageIdleNanos = MOST_NANOS);
        table.setScanNanos(0, SCAN_NANOS_EACH);
    }

    /** A wake-up ends the idle time of {@code cpu}. */
    void ended(final int cpu, final long now) {
        final ScanCost cost = table.scanCost(cpu);
        if (table.idleSince(cpu) > 0) {
            final long average = cost.averageIdleNanos + (now - table.idleSince(cpu) - cost.averageIdleNanos) / 8;
            cost.averageIdleNanos = Math.min(average, MOST_NANOS);
        }
        cost.wakeStampJiffies = now / WakeUp.TICK_NANOS;
        cost.wakeAverageIdleNanos = cost.averageIdleNanos / 2;
        ended[cpu] = now;
    }

    /** When a wake-up last ended an idle time of {@code cpu}; {@link Long#MIN_VALUE} for never. */
    long lastEnded(final int cpu) {
        return ended[cpu];
    }
}
