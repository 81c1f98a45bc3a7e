package dev.perch.traces.raw;

import dev.perch.traces.Event;
import dev.perch.traces.Intake;
import java.io.IOException;

/** Merges the CPUs' buffers into one stream of events. */
final class CpuMerge {
    private final TraceDatLayout layout;
    private final Intake intake;
    CpuMerge(final TraceDatLayout layout, final Intake intake) {
        this.layout = layout;
        this.intake = intake;
    }

    /** Adds all events. */
    void run() throws IOException {
        final var buffers = new Earliest<CpuBuffer>();
        for (final CpuBuffer cpu : layout.cpus()) {
            if (cpu.next()) {
                buffers.add(cpu);
            }
        }
        while (!buffers.isEmpty()) {
            final CpuBuffer earliest = buffers.first();
            take(earliest);
            if (earliest.next()) {
                buffers.firstChanged();
            } else {
                buffers.removeFirst();
            }
        }
    }

    private void take(final CpuBuffer from) {
        final long lost = from.takeLost();
        if (lost != 0) {
            intake.lost(from.cpu(), lost);
        }
        final Tracepoints tracepoints = layout.tracepoints();
        final ByteOrdered order = layout.order();
        final byte[] bytes = from.bytes();
        final int at = from.at();
        final int length = from.length();
        if (length < tracepoints.pid().offset() + tracepoints.pid().size()) {
            intake.warn("an event is too short to have a pid: passed over", "CPU " + from.cpu());
            return;
        }
        final Tracepoint tracepoint = tracepoints.get((int) number(order, bytes, at, tracepoints.type()));
        final Event event = intake.event();
        event.nanos = layout.scale().nanos(from.nanos());
        event.cpu = from.cpu();
        event.pid = (int) number(order, bytes, at, tracepoints.pid());
        event.flags = (int) number(order, bytes, at, tracepoints.flags());
        if (tracepoint == null) {
            intake.warn("an event of a number without a format: passed over", "CPU " + from.cpu());
        } else if (!tracepoint.read(bytes, at, length, intake.names(), event)) {
            intake.warn("unreadable " + tracepoint.kind().tracepoint() + " passed over", "CPU " + from.cpu());
        } else {
            layout.runners().name(event);
            intake.addInOrder();
        }
    }

    private static long number(final ByteOrdered order, final byte[] bytes, final int at,
            final EventFormat.Field field) {
        return order.number(bytes, at + field.offset(), field.size(), field.signed());
    }
}
