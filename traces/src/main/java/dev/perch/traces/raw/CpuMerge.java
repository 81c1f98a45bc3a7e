package dev.perch.traces.raw;

import dev.perch.traces.Event;
import dev.perch.traces.Intake;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** Merges the CPUs' buffers into one stream of events. */
final class CpuMerge {
    private final TraceDatLayout layout;
    private final Intake intake;
    private final Map<Integer, Integer> going = new HashMap<>(); // by CPU: its buffers that have not ended
    private final BitSet cut = new BitSet();

    CpuMerge(final TraceDatLayout layout, final Intake intake) {
        this.layout = layout;
        this.intake = intake;
    }

    /** Adds all events. */
    void run() throws IOException {
        final var buffers = new Earliest<CpuBuffer>();
        final var empty = new ArrayList<CpuBuffer>();
        for (final CpuBuffer buffer : layout.cpus()) {
            going.merge(buffer.cpu(), 1, Integer::sum);
            if (buffer.next()) {
                buffers.add(buffer);
            } else {
                empty.add(buffer);
            }
        }
        if (!buffers.isEmpty()) {
            empty.forEach(buffer -> ended(buffer, buffers.first().nanos()));
        }
        while (!buffers.isEmpty()) {
            final CpuBuffer earliest = buffers.first();
            take(earliest);
            final long stamp = earliest.nanos();
            if (earliest.next()) {
                buffers.firstChanged();
            } else {
                buffers.removeFirst();
                ended(earliest, stamp);
            }
        }
    }

    /** A buffer has no more events: its CPU ends with the last of its buffers, if one of them is cut. */
    private void ended(final CpuBuffer buffer, final long stamp) {
        final int cpu = buffer.cpu();
        if (buffer.endsEarly()) {
            cut.set(cpu);
        }
        if (going.merge(cpu, -1, Integer::sum) == 0 && cut.get(cpu)) {
            intake.ends(cpu, layout.scale().nanos(stamp));
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
