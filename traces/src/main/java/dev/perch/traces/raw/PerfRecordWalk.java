package dev.perch.traces.raw;

import dev.perch.traces.Source;
import java.io.IOException;

/** Goes over the records of a perf.data, one behind the other; packed ones are unpacked on the way. */
final class PerfRecordWalk {
    /** How many bytes a record's type and size take. */
    static final int HEADER = 8;
    private static final int COMPRESSED = 81;
    private static final int COMPRESSED2 = 83;
    private static final int LAST_TYPE = 255; // the kernel counts up from 1, perf from 64: to 22 and 84 in 6.18
    private static final int BUFFER = 1 << 20;

    private final Source source;
    private final ByteOrdered order;
    private final Visitor visitor;

    private final byte[] buffer = new byte[BUFFER];
    private long bufferPlace;
    private int filled;
    private PackedRecords packed;

    /** Takes what is found. */
    interface Visitor {
        /** In place of how many bytes follow: no more records, please. */
        long ENOUGH = -1;

        /**
         * Takes a record, whose bytes are valid during this call only.
         *
         * @param at where in {@code bytes} its header begins
         * @param size its bytes with the header
         * @param place where in the file it is
         * @return how many bytes follow it in the file that belong to it
         */
        long record(int type, byte[] bytes, int at, int size, long place) throws IOException;

        /** The file ends too early, at this place. */
        void cut(long place);

        /** The file goes on, but no records behind this place can be found. */
        void lost(String what, long place);

        /** The packed record at this place is damaged. */
        void damaged(long place);
    }

    PerfRecordWalk(final Source source, final ByteOrdered order, final Visitor visitor) {
        this.source = source;
        this.order = order;
        this.visitor = visitor;
    }

    /** Goes over the records of this stretch of the file. */
    void over(final long from, final long to) throws IOException {
        long place = from;
        while (place < to && have(place, HEADER)) {
            final int at = (int) (place - bufferPlace);
            final int type = order.s32(buffer, at);
            final int size = order.u16(buffer, at + 6);
            if (type <= 0 || type > LAST_TYPE || size < HEADER || place + size > to) {
                visitor.lost("a record of type " + type + " and " + size + " bytes", place);
                return;
            }
            if (!have(place, size)) {
                visitor.cut(place);
                return;
            }
            final long more = record(type, (int) (place - bufferPlace), size, place);
            if (more < 0) {
                return;
            }
            place += size + more;
        }
        if (place < to && (to != Long.MAX_VALUE || filled > 0)) {
            visitor.cut(place);
        }
    }

    /** Makes {@code length} bytes at {@code place} lie in the buffer; false where the file ends before. */
    private boolean have(final long place, final int length) throws IOException {
        if (place + length > bufferPlace + filled || place < bufferPlace) {
            bufferPlace = place;
            filled = source.read(place, buffer, 0, BUFFER);
            source.at(place);
        }
        return length <= filled - (int) (place - bufferPlace);
    }

    private long record(final int type, final int at, final int size, final long place) throws IOException {
        return switch (type) {
            case COMPRESSED -> unpack(at + HEADER, size - HEADER, place);
            case COMPRESSED2 -> unpack(at + HEADER + 8,
                    (int) Math.min(order.s64(buffer, at + HEADER), size - HEADER - 8), place);
            default -> visitor.record(type, buffer, at, size, place);
        };
    }

    /** Goes over the records that these bytes of the current one become. */
    private long unpack(final int at, final int length, final long place) {
        if (length < 0) {
            visitor.damaged(place);
            return 0;
        }
        try {
            if (packed == null) {
                packed = new PackedRecords(order);
            }
            packed.part(buffer, at, length);
            while (packed.next()) {
                final int type = order.s32(packed.bytes(), packed.at());
                if (type == COMPRESSED || type == COMPRESSED2) {
                    throw new DamagedException("a packed record within a packed one");
                }
                if (visitor.record(type, packed.bytes(), packed.at(), packed.size(), place) < 0) {
                    return Visitor.ENOUGH;
                }
            }
        } catch (final IOException e) {
            visitor.damaged(place);
            packed = null;
        }
        return 0;
    }
}
