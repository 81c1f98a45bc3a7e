package dev.perch.traces.analysis;

import dev.perch.topology.Distance;
import it.unimi.dsi.fastutil.longs.Long2ObjectMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Who woke whom, how often, and how far away the wakee was placed. */
final class Pairs {
    /** The waker that stands for interrupts and idle CPUs. */
    static final int INTERRUPT = 0;
    private static final int MOST = 1 << 20;

    private final Long2ObjectOpenHashMap<Map<Distance, long[]>> pairs = new Long2ObjectOpenHashMap<>();

    /** Counts one wake-up. */
    void count(final int waker, final int wakee, final Distance distance) {
        final long key = (long) waker << 32 | wakee & 0xffff_ffffL;
        Map<Distance, long[]> counts = pairs.get(key);
        if (counts == null) {
            if (pairs.size() >= MOST) {
                return;
            }
            counts = new EnumMap<>(Distance.class);
            pairs.put(key, counts);
        }
        counts.computeIfAbsent(distance, one -> new long[1])[0]++;
    }

    /** The pairs with most wake-ups. */
    List<Findings.Pair> top(final int most, final Tasks tasks) {
        return pairs.long2ObjectEntrySet().stream()
                .sorted(Comparator.<Long2ObjectMap.Entry<Map<Distance, long[]>>>comparingLong(
                        entry -> -total(entry.getValue())).thenComparingLong(Long2ObjectMap.Entry::getLongKey))
                .limit(most).map(entry -> {
                    final int waker = (int) (entry.getLongKey() >> 32);
                    return new Findings.Pair(waker == INTERRUPT ? "(interrupt)" : tasks.name(waker),
                            tasks.name((int) entry.getLongKey()), total(entry.getValue()), sums(entry.getValue()));
                }).toList();
    }

    private static long total(final Map<Distance, long[]> counts) {
        return counts.values().stream().mapToLong(count -> count[0]).sum();
    }

    private static Map<Distance, Long> sums(final Map<Distance, long[]> counts) {
        final var sums = new EnumMap<Distance, Long>(Distance.class);
        counts.forEach((distance, count) -> sums.put(distance, count[0]));
        return sums;
    }
}
