package dev.perch.traces.analysis;

import dev.perch.topology.Distance;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.HdrHistogram.Histogram;

/** Counts wake-ups by distance, with a histogram of latencies for each. */
final class ByDistanceTally {
    private static final int DIGITS = 3;
    private static final int FIRST_BUCKET_NANOS = 128;

    private final Slot[] slots = new Slot[Distance.values().length];

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

        /** The middle of the histogram's class that holds this percentile, never beyond the longest latency. */
        private long percentile(final double percent) {
            return Math.min(longest, latencies.medianEquivalentValue(latencies.getValueAtPercentile(percent)));
        }
    }

    /** Counts a wake-up; its latency goes into the slot later. */
    Slot count(final Distance distance) {
        Slot slot = slots[distance.ordinal()];
        if (slot == null) {
            slot = new Slot();
            slots[distance.ordinal()] = slot;
        }
        slot.wakeUps++;
        return slot;
    }

    /** Four buckets an octave. */
    private static List<Findings.Bucket> buckets(final Histogram latencies) {
        final var buckets = new ArrayList<Findings.Bucket>();
        for (final var value : latencies.logarithmicBucketValues(FIRST_BUCKET_NANOS, Math.sqrt(Math.sqrt(2)))) {
            if (value.getCountAddedInThisIterationStep() > 0) {
                buckets.add(new Findings.Bucket(value.getValueIteratedTo(), value.getCountAddedInThisIterationStep()));
            }
        }
        return buckets;
    }

    /** The counts, nearest first. */
    List<Findings.ByDistance> findings() {
        final long total = Arrays.stream(slots).filter(Objects::nonNull).mapToLong(slot -> slot.wakeUps).sum();
        final var rows = new ArrayList<Findings.ByDistance>();
        for (final Distance distance : Distance.values()) {
            final Slot slot = slots[distance.ordinal()];
            if (slot != null) {
                final Histogram all = slot.latencies;
                rows.add(new Findings.ByDistance(distance, slot.wakeUps, 100.0 * slot.wakeUps / total,
                        new Findings.Latency(all.getTotalCount(), slot.percentile(50), slot.percentile(90),
                                slot.percentile(99), slot.longest, buckets(all))));
            }
        }
        return rows;
    }
}
