package dev.perch.traces.raw;

import dev.perch.traces.Event;
import dev.perch.traces.EventKind;
import dev.perch.traces.Intake;
import dev.perch.traces.Source;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.io.IOException;

/**
 * The records of a perf.data, one behind the other: samples, losses, names of tasks, and the marks between rounds in
 * which perf emptied the CPUs' buffers. After a mark nothing older than the latest stamp of the round before can come.
 */
final class PerfRecords {
    private static final int HEADER = 8;
    private static final int LOST = 2;
    private static final int COMM = 3;
    private static final int SAMPLE = 9;
    private static final int LOST_SAMPLES = 13;
    private static final int HEADER_ATTR = 64;
    private static final int HEADER_TRACING_DATA = 66;
    private static final int FINISHED_ROUND = 68;
    private static final int AUX_TRACE = 71;
    private static final int COMPRESSED = 81;
    private static final int COMPRESSED2 = 83;
    private static final int BUFFER = 1 << 20;
    private static final int RECENT = 1 << 10;

    private final Source source;
    private final ByteOrdered order;
    private final Intake intake;
    private final CpuQueues queues;
    private final Runners runners;
    private final TracingData tracing = new TracingData();
    private final Long2ObjectOpenHashMap<PerfAttr> attrs = new Long2ObjectOpenHashMap<>();
    private final long[] recentIds = new long[RECENT];
    private final PerfAttr[] recent = new PerfAttr[RECENT];
    private PerfAttr first;
    private boolean alike = true;
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
        queues = new CpuQueues(intake);
        runners = new Runners(intake.names());
    }

    /** Adds a kind of event. */
    void add(final PerfAttr attr) {
        alike &= first == null || first.equals(attr);
        first = first == null ? attr : first;
    }

    /** Adds a number by which samples of a kind are known. */
    void id(final long id, final PerfAttr attr) {
        attrs.put(id, attr);
        recent[(int) id & RECENT - 1] = null;
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
        queues.flush(Long.MAX_VALUE);
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
            case SAMPLE -> sample(at + HEADER, at + size, place);
            case LOST -> lost(at, size, HEADER + 8);
            case LOST_SAMPLES -> lost(at, size, HEADER);
            case COMM -> {
                if (size > HEADER + 8) {
                    int end = at + HEADER + 8;
                    while (end < at + size && bytes[end] != 0) {
                        end++;
                    }
                    runners.save(order.s32(bytes, at + HEADER + 4),
                            intake.names().of(bytes, at + HEADER + 8, end - at - HEADER - 8));
                }
            }
            case FINISHED_ROUND -> {
                queues.flush(roundLatest);
                roundLatest = queues.latest();
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
        add(attr);
        for (int i = at + HEADER + attrSize; i + 8 <= at + size; i += 8) {
            id(order.s64(bytes, i), attr);
        }
    }

    private PerfAttr attr(final int at, final int end) {
        if (alike || first.idOffset() < 0 || at + first.idOffset() + 8 > end) {
            return first;
        }
        final long id = order.s64(bytes, at + first.idOffset());
        final int slot = (int) id & RECENT - 1; // perf numbers its events one after another
        if (recent[slot] == null || recentIds[slot] != id) {
            recentIds[slot] = id;
            recent[slot] = attrs.getOrDefault(id, first);
        }
        return recent[slot];
    }

    private void sample(final int at, final int end, final long place) {
        if (first == null) {
            return;
        }
        final PerfAttr attr = attr(at, end);
        if (!attr.isTraced()) {
            return;
        }
        final int raw = attr.rawPlace(bytes, at, end, order);
        final int size = raw < 0 ? -1 : order.s32(bytes, raw);
        if (size < 0 || size > end - raw - 4) {
            intake.warn("a damaged sample is passed over", "byte " + place);
            return;
        }
        final Event event = queues.event();
        event.nanos = order.s64(bytes, at + attr.timeOffset());
        event.cpu = order.s32(bytes, at + attr.cpuOffset());
        event.pid = order.s32(bytes, at + attr.tidOffset() + 4);
        if (Intake.isCpu(event.cpu) && readTracepoint(event, raw + 4, size, place)) {
            runners.name(event);
            queues.add();
        }
    }

    private boolean readTracepoint(final Event event, final int at, final int size, final long place) {
        final Tracepoints tracepoints = tracing.tracepoints();
        final EventFormat.Field type = tracepoints.type();
        final EventFormat.Field flags = tracepoints.flags();
        if (size < Math.max(type.offset() + type.size(), flags.offset() + flags.size())) {
            intake.warn("a damaged sample is passed over", "byte " + place);
            return false;
        }
        final Tracepoint tracepoint = tracepoints
                .get((int) order.number(bytes, at + type.offset(), type.size(), false));
        event.flags = (int) order.number(bytes, at + flags.offset(), flags.size(), false);
        if (tracepoint == null) {
            intake.warn("an event of a number without a format: passed over", "byte " + place);
            return false;
        }
        if (!tracepoint.read(bytes, at, size, intake.names(), event)) {
            intake.warn("unreadable " + tracepoint.kind().tracepoint() + " passed over", "byte " + place);
            return false;
        }
        return true;
    }

    private void lost(final int at, final int size, final int countAt) {
        if (first == null || first.cpuFromEnd() == 0 || first.timeFromEnd() == 0
                || size < countAt + 8 + first.timeFromEnd()) {
            intake.warn("events were lost on a CPU that the record does not name", "a lost record");
            return;
        }
        final Event event = queues.event();
        event.kind = EventKind.LOST;
        event.nanos = order.s64(bytes, at + size - first.timeFromEnd());
        event.cpu = order.s32(bytes, at + size - first.cpuFromEnd());
        event.number = Math.clamp(order.s64(bytes, at + countAt), 0, Integer.MAX_VALUE);
        if (Intake.isCpu(event.cpu)) {
            queues.add();
        }
    }
}
