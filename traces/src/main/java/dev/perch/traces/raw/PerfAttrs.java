package dev.perch.traces.raw;

import dev.perch.traces.Intake;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;

/** The kinds of events of one perf.data, and the numbers by which its samples tell theirs. */
final class PerfAttrs {
    private static final int RECENT = 1 << 10;

    private final ByteOrdered order;
    private final Long2ObjectOpenHashMap<PerfAttr> byId = new Long2ObjectOpenHashMap<>();
    private final long[] recentIds = new long[RECENT];
    private final PerfAttr[] recent = new PerfAttr[RECENT];
    private PerfAttr first;
    private int added;
    private boolean alike = true;

    PerfAttrs(final ByteOrdered order) {
        this.order = order;
    }

    /** Adds a kind of event. */
    void add(final PerfAttr attr) {
        added++;
        alike &= first == null || first.equals(attr);
        first = first == null ? attr : first;
    }

    /** Adds a number by which samples of a kind are known. */
    void id(final long id, final PerfAttr attr) {
        byId.put(id, attr);
        recent[(int) id & RECENT - 1] = null;
    }

    /** How many CPUs there are, as far as the numbers tell: perf gives a kind one for each. */
    int cpus() {
        final int ids = added == 0 ? 0 : byId.size() / added;
        return Intake.isCpu(ids) ? ids : 0;
    }

    /** The first kind, whose identifying fields end all records that are no samples; null where there is none. */
    PerfAttr first() {
        return first;
    }

    /** The kind of the sample whose content begins at {@code at}. */
    PerfAttr of(final byte[] bytes, final int at, final int end) {
        if (alike || first.idOffset() < 0 || at + first.idOffset() + 8 > end) {
            return first;
        }
        final long id = order.s64(bytes, at + first.idOffset());
        final int slot = (int) id & RECENT - 1; // perf numbers its events one after another
        if (recent[slot] == null || recentIds[slot] != id) {
            recentIds[slot] = id;
            recent[slot] = byId.getOrDefault(id, first);
        }
        return recent[slot];
    }
}
