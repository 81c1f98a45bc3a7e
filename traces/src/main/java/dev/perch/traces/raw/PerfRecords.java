package dev.perch.traces.raw;

import dev.perch.traces.Intake;
import dev.perch.traces.Source;
import java.io.IOException;

/**
 * The records of a perf.data, one behind the other: samples, losses, names of tasks, and the marks between rounds in
 * which perf emptied the CPUs' buffers. After a mark nothing older than the latest stamp of the round before can come.
 */
final class PerfRecords {
    /** How many bytes a record's type and size take. */
    static final int HEADER = 8;
    /** Events were lost. */
    static final int LOST = 2;
    /** A tracepoint's event. */
    static final int SAMPLE = 9;
    /** Events were lost, as newer kernels tell it. */
    static final int LOST_SAMPLES = 13;
    private static final int COMM = 3;
    private static final int HEADER_ATTR = 64;
    private static final int HEADER_TRACING_DATA = 66;
    private static final int FINISHED_ROUND = 68;
    private static final int AUX_TRACE = 71;
    private static final int COMPRESSED = 81;
    private static final int COMPRESSED2 = 83;
    private static final int BUFFER = 1 << 20;

    private final Source source;
    private final ByteOrdered order;
    private final Intake intake;
    private final TracingData tracing = new TracingData();
    private final PerfAttrs attrs;
    private final PerfEvents events;
    private final HeldRecords held;
    private long roundLatest = Long.MIN_VALUE;

    private final byte[] buffer = new byte[BUFFER];
    private byte[] bytes = buffer; // the current record lies here
    private boolean isUnpacked;
    private PackedRecords packed;
    private long bufferPlace;
    private int filled;

    PerfRecords(final Source source, final ByteOrdered order, final Intake intake) {
        this.source = source;
        this.order = order;
        this.intake = intake;
        attrs = new PerfAttrs(order);
        events = new PerfEvents(order, intake, attrs, tracing.tracepoints());
        held = new HeldRecords(events);
    }

    /** The kinds of events. */
    PerfAttrs attrs() {
        return attrs;
    }

    /** Reads the description of the tracepoints. */
    void tracingData(final Cursor cursor) throws IOException {
        cursor.skip(3);
        cursor.skip("tracing".length());
        cursor.string(); // its version
        cursor.skip(1 + 1 + 4); // byte order, word size, page size
        tracing.readAll(cursor);
        tracing.tracepoints().build(order, intake);
    }

    /** Reads the records of this stretch of the file. */
    void read(final long from, final long to) throws IOException {
        long place = from;
        while (place < to && have(place, HEADER)) {
            final int at = (int) (place - bufferPlace);
            final int type = order.s32(buffer, at);
            final int size = order.u16(buffer, at + 6);
            if (size < HEADER) {
                intake.cut("byte " + place + " (a record of " + size + " bytes)");
                break;
            }
            if (!have(place, size)) {
                intake.cut("byte " + place);
                break;
            }
            place += size + record(type, (int) (place - bufferPlace), size, place);
        }
        if (to != Long.MAX_VALUE && place < to && filled == 0) {
            intake.cut("byte " + place);
        }
        held.flush(Long.MAX_VALUE);
        if (tracing.tracepoints().isEmpty()) {
            throw new DamagedException("it holds no tracepoints");
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

    /** Takes one record; how many bytes follow it that belong to it. */
    private long record(final int type, final int at, final int size, final long place) throws IOException {
        switch (type) {
            case SAMPLE -> sample(at, size, place);
            case LOST, LOST_SAMPLES, COMM -> other(type, at, size, place);
            case FINISHED_ROUND -> {
                held.flush(roundLatest);
                roundLatest = held.latest();
            }
            case HEADER_ATTR -> headerAttr(at, size);
            case HEADER_TRACING_DATA -> {
                tracingData(Cursor.in(source, order, place + size));
                return Math.max(order.s32(bytes, at + HEADER), 0) + 7L & ~7L;
            }
            case AUX_TRACE -> {
                return Math.max(order.s64(bytes, at + HEADER), 0);
            }
            case COMPRESSED -> unpack(at + HEADER, size - HEADER, place);
            case COMPRESSED2 -> unpack(at + HEADER + 8,
                    (int) Math.min(order.s64(bytes, at + HEADER), size - HEADER - 8), place);
            default -> {
            }
        }
        return 0;
    }

    /** Takes the records that these bytes of the current one become. */
    private void unpack(final int at, final int length, final long place) {
        if (isUnpacked || length < 0) {
            intake.warn("a damaged compressed record is passed over", "byte " + place);
            return;
        }
        try {
            if (packed == null) {
                packed = new PackedRecords(order);
            }
            packed.part(buffer, at, length);
            isUnpacked = true;
            while (packed.next()) {
                bytes = packed.bytes();
                record(order.s32(bytes, packed.at()), packed.at(), packed.size(), place);
            }
        } catch (final IOException e) {
            intake.warn("a damaged compressed record is passed over", "byte " + place);
            packed = null;
        } finally {
            isUnpacked = false;
            bytes = buffer;
        }
    }

    private void headerAttr(final int at, final int size) throws IOException {
        final int attrSize = order.s32(bytes, at + HEADER + 4);
        if (attrSize < 0 || attrSize > size - HEADER) {
            throw new DamagedException("an event's description is damaged");
        }
        final var content = new byte[attrSize];
        System.arraycopy(bytes, at + HEADER, content, 0, attrSize);
        final PerfAttr attr = PerfAttr.parse(content, order);
        attrs.add(attr);
        for (int i = at + HEADER + attrSize; i + 8 <= at + size; i += 8) {
            attrs.id(order.s64(bytes, i), attr);
        }
    }

    /** Holds a sample that tells when and where it was taken. */
    private void sample(final int at, final int size, final long place) {
        if (attrs.first() == null) {
            return;
        }
        final int content = at + HEADER;
        final PerfAttr attr = attrs.of(bytes, content, at + size);
        if (!attr.isTraced()) {
            return;
        }
        if (attr.cpuOffset() + 4 > size - HEADER) {
            intake.warn("a damaged sample is passed over", "byte " + place);
            return;
        }
        hold(order.s32(bytes, content + attr.cpuOffset()), order.s64(bytes, content + attr.timeOffset()), at, size,
                place);
    }

    /** Holds another record, which ends with its stamp and CPU; the names that perf found at its start have neither. */
    private void other(final int type, final int at, final int size, final long place) {
        final PerfAttr attr = attrs.first();
        final boolean placed = attr != null && attr.cpuFromEnd() != 0 && attr.timeFromEnd() != 0
                && size >= HEADER + 16 + attr.timeFromEnd();
        final long nanos = placed ? order.s64(bytes, at + size - attr.timeFromEnd()) : 0;
        if (type == COMM && nanos == 0) {
            if (size > HEADER + 8) {
                events.comm(bytes, at, size);
            }
        } else if (placed) {
            hold(order.s32(bytes, at + size - attr.cpuFromEnd()), nanos, at, size, place);
        } else {
            intake.warn("events were lost on a CPU that the record does not name", "a lost record");
        }
    }

    private void hold(final int cpu, final long nanos, final int at, final int size, final long place) {
        if (Intake.isCpu(cpu)) {
            held.add(cpu, nanos, bytes, at, size, place);
        }
    }
}
