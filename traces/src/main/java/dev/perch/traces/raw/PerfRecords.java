package dev.perch.traces.raw;

import dev.perch.traces.Intake;
import dev.perch.traces.Source;
import java.io.IOException;

/**
 * The records of a perf.data, one behind the other: samples, losses, names of tasks, and the marks between rounds in
 * which perf emptied the CPUs' buffers. After a mark nothing older than the latest stamp of the round before can come.
 */
final class PerfRecords implements PerfRecordWalk.Visitor {
    /** How many bytes a record's type and size take. */
    static final int HEADER = PerfRecordWalk.HEADER;
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

    private final Source source;
    private final ByteOrdered order;
    private final Intake intake;
    private final TracingData tracing = new TracingData();
    private final PerfAttrs attrs;
    private final PerfEvents events;
    private final HeldRecords held;
    private long roundLatest = Long.MIN_VALUE;
    private boolean ends; // too early: each CPU by itself

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

    /** Takes what the records in this stretch show of tracepoints without a format; false where none has one then. */
    boolean recognizeTracepoints(final long from, final long to) throws IOException {
        if (tracing.tracepoints().addMissing(RecognizedFormats.of(source, order, attrs, from, to))) {
            intake.warn("no formats of tracepoints: recognized by their numbers and what they hold", "the file's end");
        }
        tracing.tracepoints().build(order, intake);
        return !tracing.tracepoints().isEmpty();
    }

    /** Reads the records of this stretch of the file; {@code whole} unless perf was stopped before their end. */
    void read(final long from, final long to, final boolean whole) throws IOException {
        ends = !whole;
        new PerfRecordWalk(source, order, this).over(from, to);
        if (ends) {
            held.addEnds(attrs.cpus());
        }
        held.flush(Long.MAX_VALUE);
        if (tracing.tracepoints().isEmpty()) {
            throw new DamagedException("it holds no tracepoints");
        }
    }

    @Override
    public void cut(final long place) {
        intake.cut("byte " + place);
        ends = true;
    }

    @Override
    public void lost(final String what, final long place) {
        intake.damaged(what, "byte " + place);
        ends = true;
    }

    @Override
    public void damaged(final long place) {
        intake.warn("a damaged compressed record is passed over", "byte " + place);
    }

    @Override
    public long record(final int type, final byte[] bytes, final int at, final int size, final long place)
            throws IOException {
        switch (type) {
            case SAMPLE -> sample(bytes, at, size, place);
            case LOST, LOST_SAMPLES, COMM -> other(type, bytes, at, size, place);
            case FINISHED_ROUND -> {
                held.flush(roundLatest);
                roundLatest = held.latest();
            }
            case HEADER_ATTR -> headerAttr(bytes, at, size);
            case HEADER_TRACING_DATA -> {
                tracingData(Cursor.in(source, order, place + size));
                return Math.max(order.s32(bytes, at + HEADER), 0) + 7L & ~7L;
            }
            case AUX_TRACE -> {
                return Math.max(order.s64(bytes, at + HEADER), 0);
            }
            default -> {
            }
        }
        return 0;
    }

    private void headerAttr(final byte[] bytes, final int at, final int size) throws IOException {
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
    private void sample(final byte[] bytes, final int at, final int size, final long place) {
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
        hold(bytes, order.s32(bytes, content + attr.cpuOffset()), order.s64(bytes, content + attr.timeOffset()), at,
                size, place);
    }

    /** Holds another record, which ends with its stamp and CPU; the names that perf found at its start have neither. */
    private void other(final int type, final byte[] bytes, final int at, final int size, final long place) {
        final PerfAttr attr = attrs.first();
        final boolean placed = attr != null && attr.cpuFromEnd() != 0 && attr.timeFromEnd() != 0
                && size >= HEADER + 16 + attr.timeFromEnd();
        final long nanos = placed ? order.s64(bytes, at + size - attr.timeFromEnd()) : 0;
        if (type == COMM && nanos == 0) {
            if (size > HEADER + 8) {
                events.comm(bytes, at, size);
            }
        } else if (placed) {
            hold(bytes, order.s32(bytes, at + size - attr.cpuFromEnd()), nanos, at, size, place);
        } else {
            intake.warn("events were lost on a CPU that the record does not name", "a lost record");
        }
    }

    private void hold(final byte[] bytes, final int cpu, final long nanos, final int at, final int size,
            final long place) {
        if (Intake.isCpu(cpu)) {
            held.add(cpu, nanos, bytes, at, size, place);
        }
    }
}
