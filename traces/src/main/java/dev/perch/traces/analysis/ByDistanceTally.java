package dev.perch.traces.analysis;

import dev.perch.topology.Distance;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Counts wake-ups by distance, with a histogram of latencies for each. */
final class ByDistanceTally {
    private static final int DIGITS = 3;

    private final Map<Distance, Slot> slots = new EnumMap<>(Distance.class);

    /** The wake-ups of one distance. */
    static final class Slot {
        private long wakeUps;
        private long longest;
        private final Histogram latencies = new Histogram(DIGITS);

        /** Adds a latency in ns. */
        void latency(final long nanos) {
            latencies.recordValue(nanos);
            longest = Math.max(longest, nanos);
        }
    }

    /** Counts a wake-up; its latency goes into the slot later. */
    Slot count(final Distance distance) {
        final Slot slot = slots.computeIfAbsent(distance, key -> new Slot());
        slot.wakeUps++;
        return slot;
    }

    /** All wake-ups counted. */
    long total() {
        return slots.values().stream().mapToLong(slot -> slot.wakeUps).sum();
    }

    /** The counts, nearest first. */
    List<Findings.ByDistance> findings() {
        final long total = total();
        final var rows = new ArrayList<Findings.ByDistance>();
        slots.forEach((distance, slot) -> {
            final Histogram all = slot.latencies;
            rows.add(new Findings.ByDistance(distance, slot.wakeUps, 100.0 * slot.wakeUps / total,
                    new Findings.Latency(all.getTotalCount(), all.getValueAtPercentile(50),
                            all.getValueAtPercentile(90), all.getValueAtPercentile(99), slot.longest)));
        });
        return rows;
    }
}
