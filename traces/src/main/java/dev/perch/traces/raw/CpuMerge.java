package dev.perch.traces.raw;

import dev.perch.traces.Event;
import dev.perch.traces.Intake;
import java.io.IOException;

/** Merges the CPUs' buffers into one stream of events: a heap of buffers, the earliest record on top. */
final class CpuMerge {
    private final TraceDatLayout layout;
    private final Intake intake;
    private final CpuBuffer[] heap;
    private int size;

    CpuMerge(final TraceDatLayout layout, final Intake intake) {
        this.layout = layout;
        this.intake = intake;
        heap = new CpuBuffer[layout.cpus().size()];
    }

    /** Adds all events. */
    void run() throws IOException {
        for (final CpuBuffer cpu : layout.cpus()) {
            if (cpu.next()) {
                heap[size++] = cpu;
            }
        }
        for (int i = size / 2; i >= 0; i--) {
            sink(i);
        }
        while (size > 0) {
            final CpuBuffer earliest = heap[0];
            take(earliest);
            if (!earliest.next()) {
                heap[0] = heap[--size];
            }
            sink(0);
        }
    }

    private void sink(final int from) {
        if (from >= size) {
            return;
        }
        final CpuBuffer moved = heap[from];
        int at = from;
        for (int child = 2 * at + 1; child < size; child = 2 * at + 1) {
            if (child + 1 < size && isBefore(heap[child + 1], heap[child])) {
                child++;
            }
            if (!isBefore(heap[child], moved)) {
                break;
            }
            heap[at] = heap[child];
            at = child;
        }
        heap[at] = moved;
    }

    private static boolean isBefore(final CpuBuffer one, final CpuBuffer other) {
        return one.nanos() < other.nanos() || one.nanos() == other.nanos() && one.cpu() < other.cpu();
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
