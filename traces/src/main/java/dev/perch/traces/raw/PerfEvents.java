package dev.perch.traces.raw;

import dev.perch.traces.Event;
import dev.perch.traces.Intake;

/** Makes events of a perf.data's records, which come in order of time. */
final class PerfEvents implements HeldRecords.Taker {
    private final ByteOrdered order;
    private final Intake intake;
    private final PerfAttrs attrs;
    private final Tracepoints tracepoints;
    private final Runners runners;

    PerfEvents(final ByteOrdered order, final Intake intake, final PerfAttrs attrs, final Tracepoints tracepoints) {
        this.order = order;
        this.intake = intake;
        this.attrs = attrs;
        this.tracepoints = tracepoints;
        runners = new Runners(intake.names());
    }

    @Override
    public void take(final byte[] bytes, final int at, final long place) {
        final int size = order.u16(bytes, at + 6);
        switch (order.s32(bytes, at)) {
            case PerfRecords.SAMPLE -> sample(bytes, at + PerfRecords.HEADER, at + size, place);
            case PerfRecords.LOST -> lost(bytes, at, size, PerfRecords.HEADER + 8);
            case PerfRecords.LOST_SAMPLES -> lost(bytes, at, size, PerfRecords.HEADER);
            default -> comm(bytes, at, size);
        }
    }

    @Override
    public void ends(final int cpu, final long nanos) {
        intake.ends(cpu, nanos);
    }

    /** Takes the name that this record gives a task. */
    void comm(final byte[] bytes, final int at, final int size) {
        final int from = at + PerfRecords.HEADER + 8;
        int end = from;
        while (end < at + size && bytes[end] != 0) {
            end++;
        }
        runners.save(order.s32(bytes, at + PerfRecords.HEADER + 4), intake.names().of(bytes, from, end - from));
    }

    private void lost(final byte[] bytes, final int at, final int size, final int countAt) {
        final int cpu = order.s32(bytes, at + size - attrs.first().cpuFromEnd());
        intake.lost(cpu, Math.clamp(order.s64(bytes, at + countAt), 0, Integer.MAX_VALUE));
    }

    private void sample(final byte[] bytes, final int at, final int end, final long place) {
        final PerfAttr attr = attrs.of(bytes, at, end); // another one than at first, where a description came in between
        final int raw = at + attr.cpuOffset() + 4 > end ? -1 : attr.rawPlace(bytes, at, end, order);
        final int size = raw < 0 ? -1 : order.s32(bytes, raw);
        if (size < 0 || size > end - raw - 4) {
            intake.warn("a damaged sample is passed over", "byte " + place);
            return;
        }
        final Event event = intake.event();
        event.nanos = order.s64(bytes, at + attr.timeOffset());
        event.cpu = order.s32(bytes, at + attr.cpuOffset());
        event.pid = order.s32(bytes, at + attr.tidOffset() + 4);
        if (readTracepoint(event, bytes, raw + 4, size, place)) {
            runners.name(event);
            intake.addInOrder();
        }
    }

    private boolean readTracepoint(final Event event, final byte[] bytes, final int at, final int size,
            final long place) {
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
}
