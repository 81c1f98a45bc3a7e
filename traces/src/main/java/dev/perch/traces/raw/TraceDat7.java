package dev.perch.traces.raw;

import dev.perch.traces.Intake;
import dev.perch.traces.Source;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The sections of a trace.dat of version 7: options that name the places of the others. */
final class TraceDat7 {
    private static final int DONE = 0;
    private static final int BUFFER = 3;
    private static final int HEADER_INFO = 16;
    private static final int FTRACE_EVENTS = 17;
    private static final int EVENT_FORMATS = 18;
    private static final int COMMAND_LINES = 21;
    private static final int BUFFER_TEXT = 22;
    private static final int MOST_SECTIONS = 10_000;
    private static final int MOST_CPUS = 1 << 13;
    private static final long BUFFERS_CPU = 20; // bytes of a CPU's entry in the buffer's option

    private final Source source;
    private final ByteOrdered order;
    private final Intake intake;
    private final TraceDatLayout layout;
    private Compression compression = Compression.NONE;
    private final List<byte[]> buffers = new ArrayList<>(); // of the top instance and others

    TraceDat7(final Source source, final ByteOrdered order, final Intake intake) {
        this.source = source;
        this.order = order;
        this.intake = intake;
        layout = new TraceDatLayout(order, intake);
    }

    TraceDatLayout read(final Cursor cursor) throws IOException {
        compression = Compression.of(cursor.string());
        cursor.string(); // its version
        long place = cursor.s64();
        for (int sections = 0; place != 0 && sections < MOST_SECTIONS; sections++) {
            place = readOptions(section(place, DONE));
        }
        for (final byte[] buffer : buffers) { // last, as they need the page's layout
            readBuffer(buffer);
        }
        return layout;
    }

    /** The content of the section at this place, unpacked. */
    private Cursor section(final long place, final int expected) throws IOException {
        final Cursor cursor = Cursor.in(source, order, place);
        final int id = cursor.u16();
        final int flags = cursor.u16();
        cursor.u32(); // what it is called
        final long size = cursor.s64();
        if (id != expected) {
            throw new DamagedException("byte " + place + " holds section " + id + ", not " + expected
                    + ": the file is damaged");
        }
        if ((flags & 1) == 0) {
            return Cursor.in(cursor.bytes(size), order);
        }
        final long packed = cursor.u32();
        final long unpacked = cursor.u32();
        return Cursor.in(compression.unpack(cursor.bytes(packed), unpacked, cursor.at()), order);
    }

    /** Reads one section of options; the place of the next, 0 where there is none. */
    private long readOptions(final Cursor options) throws IOException {
        while (true) {
            final int id = options.u16();
            final byte[] content = options.bytes(options.u32());
            final Cursor option = Cursor.in(content, order);
            switch (id) {
                case DONE -> {
                    return content.length < Long.BYTES ? 0 : option.s64();
                }
                case BUFFER -> buffers.add(content);
                case HEADER_INFO -> layout.data().readHeaders(section(option.s64(), HEADER_INFO));
                case FTRACE_EVENTS -> layout.data().readFtraceEvents(section(option.s64(), FTRACE_EVENTS));
                case EVENT_FORMATS -> layout.data().readEvents(section(option.s64(), EVENT_FORMATS));
                case COMMAND_LINES -> {
                    final Cursor lines = section(option.s64(), COMMAND_LINES);
                    layout.commandLines(lines.text(lines.s64()));
                }
                case BUFFER_TEXT -> intake.warn("a latency tracer's text is left out", "byte " + option.s64());
                default -> layout.option(id, content);
            }
        }
    }

    private void readBuffer(final byte[] buffer) throws IOException {
        final Cursor option = Cursor.in(buffer, order);
        final long section = option.s64();
        option.string(); // the instance's name
        option.string(); // its clock
        final int pageSize = TraceDatLayout.checkPageSize(option.u32());
        final long cpus = option.u32();
        if (layout.cpus().size() + cpus > MOST_CPUS || cpus * BUFFERS_CPU > buffer.length) {
            throw new DamagedException("a buffer of " + cpus + " CPUs: the file is damaged");
        }
        final Cursor header = Cursor.in(source, order, section);
        header.u16();
        final boolean packed = (header.u16() & 1) != 0;
        for (int i = 0; i < cpus; i++) {
            final long cpu = option.u32();
            final long from = option.s64();
            final long size = option.s64();
            if (size > 0 && from > 0 && Intake.isCpu(cpu)) {
                final Pages pages = packed && compression != Compression.NONE
                        ? Pages.packed(source, from, order, compression, intake)
                        : Pages.plain(source, from, from + size, pageSize, intake);
                layout.cpus().add(new CpuBuffer((int) cpu, pages, pageSize, order, layout.data(), intake));
            }
        }
    }
}
