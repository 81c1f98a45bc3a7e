package dev.perch.traces.raw;

import dev.perch.traces.Source;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds where each CPU's part of a buffer begins in a trace.dat of version 7 that was cut before it tells. The parts
 * lie one behind the other, each from a page's boundary on. Packed ones begin with how many chunks they have; in plain
 * ones a page older than the one before is another CPU's.
 */
final class UntoldParts {
    private static final int MOST = 1 << 13;

    private final Source source;
    private final ByteOrdered order;
    private final int pageSize;
    private final long to;
    private final List<Part> parts = new ArrayList<>();

    /**
     * One CPU's part.
     *
     * @param from its first byte
     * @param to behind its last byte
     */
    record Part(long from, long to) {}

    private UntoldParts(final Source source, final ByteOrdered order, final int pageSize, final long to) {
        this.source = source;
        this.order = order;
        this.pageSize = pageSize;
        this.to = to;
    }

    /** The parts between these bytes, in order; the last one is perhaps not whole. */
    static List<Part> find(final Source source, final ByteOrdered order, final int pageSize, final boolean packed,
            final long from, final long to) throws IOException {
        final var found = new UntoldParts(source, order, pageSize, Math.min(to, source.size()));
        if (packed) {
            found.findPacked(found.aligned(from));
        } else {
            found.findPlain(found.aligned(from));
        }
        return found.parts;
    }

    private long aligned(final long place) {
        return place + pageSize - 1 & -pageSize;
    }

    private void findPacked(final long first) throws IOException {
        long from = first;
        while (from + Integer.BYTES <= to && parts.size() < MOST) {
            final Cursor cursor = Cursor.in(source, order, from);
            final long count = cursor.u32();
            for (long chunk = 0; (chunk < count || count == 0) && cursor.at() + 2 * Integer.BYTES <= to; chunk++) {
                final long size = cursor.u32();
                cursor.skip(Integer.BYTES + size);
            }
            parts.add(new Part(from, cursor.at()));
            from = aligned(cursor.at());
        }
    }

    private void findPlain(final long first) throws IOException {
        long from = first;
        long latest = Long.MIN_VALUE;
        for (long page = first; page + Long.BYTES <= to; page += pageSize) {
            final long stamp = Cursor.in(source, order, page).s64();
            if (stamp < latest && parts.size() < MOST) {
                parts.add(new Part(from, page));
                from = page;
            }
            latest = stamp;
        }
        if (from < to) {
            parts.add(new Part(from, to == source.size() ? to + 1 : to)); // nobody knows whether more would follow
        }
    }
}
