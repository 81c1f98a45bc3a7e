package dev.perch.traces.raw;

import dev.perch.traces.Intake;
import java.io.IOException;

/**
 * One CPU's part of a trace.dat: the pages of its ring buffer, in order, and in each page its records. A record
 * begins with 5 bits of type and 27 of time since the one before; types 1 to 28 are a length in words, 0 a length in
 * the next word, 29 padding, 30 a longer time, 31 a time by itself. See the kernel's ring-buffer description in
 * events/header_event and trace-cmd.dat(5).
 */
final class CpuBuffer implements Earliest.Stamped {
    private static final int PADDING = 29;
    private static final int TIME_EXTEND = 30;
    private static final int TIME_STAMP = 31;
    private static final int DELTA_BITS = 27;
    private static final long ABSOLUTE = (1L << 59) - 1;
    private static final long COMMITTED = (1L << DELTA_BITS) - 1;
    private static final long EVENTS_MISSED = 1L << 31;
    private static final long MISSED_COUNTED = 1L << 30;

    private final int cpu;
    private final Pages pages;
    private final int pageSize;
    private final ByteOrdered order;
    private final int commitSize;
    private final int dataOffset;
    private final Intake intake;

    private byte[] bytes = new byte[0];
    private int page;
    private int filled;
    private boolean isCut; // the file ends within this page
    private int next;
    private int end;
    private long stamp;

    private int at;
    private int length;
    private long lost;

    CpuBuffer(final int cpu, final Pages pages, final int pageSize, final ByteOrdered order, final TracingData data,
            final Intake intake) {
        this.cpu = cpu;
        this.pages = pages;
        this.pageSize = pageSize;
        this.order = order;
        this.intake = intake;
        commitSize = data.commitSize();
        dataOffset = data.dataOffset();
    }

    @Override
    public int cpu() {
        return cpu;
    }

    @Override
    public long nanos() {
        return stamp;
    }

    /** The bytes the current record lies in. */
    byte[] bytes() {
        return bytes;
    }

    /** Its first byte. */
    int at() {
        return at;
    }

    /** How many bytes it has. */
    int length() {
        return length;
    }

    /** How many events were lost just before it: 0 none, -1 some; asked once, as it forgets. */
    long takeLost() {
        final long count = lost;
        lost = 0;
        return count;
    }

    /** Whether the file ends before this CPU's records do. */
    boolean endsEarly() {
        return pages.areCut();
    }

    /** Goes to the next record; false after the last. */
    boolean next() throws IOException {
        while (true) {
            while (next < end) {
                if (step()) {
                    return true;
                }
            }
            if (!nextPage()) {
                return false;
            }
        }
    }

    private boolean nextPage() throws IOException {
        page += pageSize;
        if (page + dataOffset > filled) {
            bytes = pages.next();
            filled = bytes.length;
            page = 0;
            if (filled < dataOffset) {
                next = 0;
                end = 0;
                return false;
            }
        }
        stamp = order.s64(bytes, page);
        final long commit = order.number(bytes, page + 8, commitSize, false);
        next = page + dataOffset;
        end = next + (int) (commit & COMMITTED);
        if (end > page + pageSize) {
            intake.warn("a page says it holds more than a page: passed over", pages.place());
            end = next;
        } else if (end > filled) {
            end = filled;
            isCut = true;
        } else if ((commit & EVENTS_MISSED) != 0) {
            lost = (commit & MISSED_COUNTED) != 0 && end + commitSize <= filled
                    ? order.number(bytes, end, commitSize, true)
                    : -1;
        }
        return true;
    }

    /** Reads the record at {@link #next}; true where it is an event. */
    private boolean step() {
        if (next + 4 > end) {
            return broken();
        }
        final int word = order.s32(bytes, next);
        final int type = order == ByteOrdered.LITTLE ? word & 31 : word >>> DELTA_BITS;
        final long delta = order == ByteOrdered.LITTLE ? word >>> 5 : word & COMMITTED;
        if (type > 0 && type < PADDING) {
            return event(delta, next + 4, type * 4L);
        }
        if (type == PADDING && delta == 0) {
            next = end; // nothing behind it
            return false;
        }
        if (next + 8 > end) {
            return broken();
        }
        final long value = order.u32(bytes, next + 4);
        switch (type) {
            case 0 -> {
                return event(delta, next + 8, value - 4);
            }
            case PADDING -> {
                if (value < 4 || next + 4 + value > end) {
                    return broken();
                }
                stamp += delta;
                next += 4 + (int) value;
            }
            case TIME_EXTEND -> {
                stamp += (value << DELTA_BITS) + delta;
                next += 8;
            }
            case TIME_STAMP -> {
                stamp = stamp & ~ABSOLUTE | (value << DELTA_BITS) + delta;
                next += 8;
            }
            default -> throw new AssertionError(type);
        }
        return false;
    }

    private boolean event(final long delta, final int from, final long size) {
        if (size < 0 || from + size > end) {
            return broken();
        }
        stamp += delta;
        at = from;
        length = (int) size;
        next = from + (length + 3 & ~3);
        return true;
    }

    private boolean broken() {
        next = end;
        if (isCut) {
            return false;
        }
        intake.warn("a ring-buffer record is longer than its page: the rest of the page is passed over",
                pages.place());
        lost = -1;
        return false;
    }
}
