package dev.perch.traces.analysis;

import dev.perch.topology.Distance;
import it.unimi.dsi.fastutil.longs.Long2ObjectMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;

/** Who woke whom, how often, and how far away the wakee was placed. */
final class Pairs {
    /** The waker that stands for interrupts and idle CPUs. */
    static final int INTERRUPT = 0;
    private static final int MOST = 1 << 20;
    private static final int DISTANCES = Distance.values().length;

    private final Long2ObjectOpenHashMap<long[]> pairs = new Long2ObjectOpenHashMap<>();

    /** Counts one wake-up. */
    void count(final int waker, final int wakee, final Distance distance) {
        final long key = (long) waker << 32 | wakee & 0xffff_ffffL;
        long[] counts = pairs.get(key);
        if (counts == null) {
            if (pairs.size() >= MOST) {
                return;
            }
            counts = new long[DISTANCES];
            pairs.put(key, counts);
        }
        counts[distance.ordinal()]++;
    }

    /** The pairs with most wake-ups. */
    List<Findings.Pair> top(final int most, final Tasks tasks) {
        return pairs.long2ObjectEntrySet().stream()
                .sorted(Comparator.<Long2ObjectMap.Entry<long[]>>comparingLong(
                        entry -> -LongStream.of(entry.getValue()).sum())
                        .thenComparingLong(Long2ObjectMap.Entry::getLongKey))
                .limit(most).map(entry -> {
                    final int waker = (int) (entry.getLongKey() >> 32);
                    return new Findings.Pair(waker == INTERRUPT ? "(interrupt)" : tasks.name(waker),
                            tasks.name((int) entry.getLongKey()), LongStream.of(entry.getValue()).sum(),
                            Findings.byDistance(entry.getValue()));
                }).toList();
    }
}
