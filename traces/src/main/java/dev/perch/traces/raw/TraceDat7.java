package dev.perch.traces.raw;

import dev.perch.traces.Intake;
import dev.perch.traces.Source;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.Set;
import java.util.TreeSet;

/**
 * The sections of a trace.dat of version 7: options that name the places of the others. Those that tell where the
 * events lie come behind the events, so that a file that was cut lacks them; then its sections are taken one behind the
 * other, as trace-cmd writes them.
 */
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
    private final int filePageSize;
    private final Intake intake;
    private final TraceDatLayout layout;
    private Compression compression = Compression.NONE;
    private final Set<Long> taken = new HashSet<>(); // places of sections
    private final List<byte[]> buffers = new ArrayList<>(); // of the top instance and others
    private final Set<Long> untold = new TreeSet<>(); // places of buffers that no option tells of

    TraceDat7(final Source source, final ByteOrdered order, final int pageSize, final Intake intake) {
        this.source = source;
        this.order = order;
        this.filePageSize = pageSize;
        this.intake = intake;
        layout = new TraceDatLayout(order, intake);
    }

    TraceDatLayout read(final Cursor cursor) throws IOException {
        compression = Compression.of(cursor.string());
        cursor.string(); // its version
        final long options = cursor.s64();
        try {
            readAllOptions(options);
        } catch (final DamagedException e) {
            walk(cursor.at());
            if (buffers.isEmpty() && untold.isEmpty()) {
                throw e;
            }
        }
        for (final byte[] buffer : buffers) { // last, as they need the page's layout
            readBuffer(buffer);
        }
        int instance = buffers.size();
        for (final long buffer : untold) {
            instance += findBuffer(buffer, instance) ? 1 : 0;
        }
        return layout;
    }

    private void readAllOptions(final long first) throws IOException {
        if (first == 0) {
            throw new DamagedException("trace-cmd was stopped before it could finish the file");
        }
        long place = first;
        for (int sections = 0; place != 0 && sections < MOST_SECTIONS; sections++) {
            place = readOptions(section(place, DONE));
        }
    }

    /** Takes the sections that lie one behind the other from here, up to one that is not whole. */
    private void walk(final long from) throws IOException {
        long place = from;
        try {
            for (int i = 0; i < MOST_SECTIONS; i++) {
                final Cursor header = Cursor.in(source, order, place);
                final int id = header.u16();
                header.skip(Short.BYTES + Integer.BYTES);
                final long size = header.s64();
                if (id == BUFFER && taken.add(place)) {
                    untold.add(place);
                } else if (id == DONE && !taken.contains(place)) {
                    readOptions(section(place, DONE));
                } else {
                    readDescription(id, place);
                }
                header.skip(id == BUFFER ? bufferSize(header.at(), size) : size);
                place = header.at();
            }
        } catch (final DamagedException e) {
            intake.cut("byte " + Math.min(place, source.size()));
        }
    }

    /** The size of a buffer's section: trace-cmd fills it in at the end, and empty ones are followed by another section. */
    private long bufferSize(final long from, final long size) throws IOException {
        if (size != 0) {
            return size;
        }
        final Cursor next = Cursor.in(source, order, from);
        next.skip(Long.BYTES);
        return next.s64() == 0 ? source.size() - from : 0;
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
        taken.add(place);
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
                case BUFFER -> {
                    final long place = option.s64();
                    taken.add(place);
                    untold.remove(place);
                    buffers.add(content);
                }
                case HEADER_INFO, FTRACE_EVENTS, EVENT_FORMATS, COMMAND_LINES -> readDescription(id, option.s64());
                case BUFFER_TEXT -> intake.warn("a latency tracer's text is left out", "byte " + option.s64());
                default -> layout.option(id, content);
            }
        }
    }

    /** Takes the section of this kind at this place if it describes the events and was not taken before. */
    private void readDescription(final int id, final long place) throws IOException {
        if (taken.contains(place)) {
            return;
        }
        switch (id) {
            case HEADER_INFO -> layout.data().readHeaders(section(place, id));
            case FTRACE_EVENTS -> layout.data().readFtraceEvents(section(place, id));
            case EVENT_FORMATS -> layout.data().readEvents(section(place, id));
            case COMMAND_LINES -> {
                final Cursor lines = section(place, id);
                layout.commandLines(lines.text(lines.s64()));
            }
            default -> {
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
        final boolean packed = isPacked(section);
        for (int i = 0; i < cpus; i++) {
            final long cpu = option.u32();
            final long from = option.s64();
            final long size = option.s64();
            if (size > 0 && from > 0 && Intake.isCpu(cpu)) {
                addCpu((int) cpu, packed, from, from + size, pageSize);
            }
        }
    }

    /** Takes the buffer at this place, of the instance of this number, from what lies there; false where it is empty. */
    private boolean findBuffer(final long place, final int instance) throws IOException {
        final Cursor header = Cursor.in(source, order, place);
        header.skip(Long.BYTES);
        final long size = header.s64();
        final boolean packed = isPacked(place);
        final List<UntoldParts.Part> parts = UntoldParts.find(source, order, filePageSize, packed, header.at(),
                header.at() + bufferSize(header.at(), size));
        if (parts.isEmpty()) {
            return false;
        }
        intake.warn("a buffer without the place of each CPU's part: told by their order", "byte " + place);
        final PrimitiveIterator.OfInt cpus = layout.recordedCpus(instance);
        for (final UntoldParts.Part part : parts) {
            if (cpus.hasNext()) {
                addCpu(cpus.nextInt(), packed, part.from(), part.to(), filePageSize);
            } else {
                intake.warn("more parts of a buffer than CPUs that recorded: passed over", "byte " + part.from());
            }
        }
        while (layout.tellsRecorded() && cpus.hasNext()) { // their parts lie beyond the cut
            addCpu(cpus.nextInt(), false, source.size(), source.size() + 1, filePageSize);
        }
        return true;
    }

    private boolean isPacked(final long section) throws IOException {
        final Cursor header = Cursor.in(source, order, section);
        header.u16();
        return (header.u16() & 1) != 0 && compression != Compression.NONE;
    }

    private void addCpu(final int cpu, final boolean packed, final long from, final long to, final int pageSize)
            throws IOException {
        final Pages pages = packed
                ? Pages.packed(source, from, to, order, compression, intake)
                : Pages.plain(source, from, to, pageSize, intake);
        layout.cpus().add(new CpuBuffer(cpu, pages, pageSize, order, layout.data(), intake));
    }
}
