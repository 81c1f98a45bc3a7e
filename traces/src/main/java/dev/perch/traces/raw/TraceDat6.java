package dev.perch.traces.raw;

import dev.perch.traces.Intake;
import dev.perch.traces.Source;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The parts of a trace.dat of version 6, one behind the other. */
final class TraceDat6 {
    private static final int MARK = 10;
    private static final int INSTANCE = 3;
    private static final int MOST_INSTANCES = 64;

    private final Source source;
    private final ByteOrdered order;
    private final int longSize;
    private final int pageSize;
    private final Intake intake;
    private final List<Long> instances = new ArrayList<>(); // where their buffers are told of

    TraceDat6(final Source source, final ByteOrdered order, final int longSize, final int pageSize,
            final Intake intake) {
        this.source = source;
        this.order = order;
        this.longSize = longSize;
        this.pageSize = pageSize;
        this.intake = intake;
    }

    TraceDatLayout read(final Cursor cursor) throws IOException {
        if (longSize != 4 && longSize != 8) {
            throw new IllegalArgumentException(
                    "words of " + longSize + " bytes: the file is damaged");
        }
        final var layout = new TraceDatLayout(order, intake);
        layout.data().readAll(cursor);
        layout.commandLines(cursor.text(cursor.s64()));
        final long cpus = cursor.u32();
        intake.cpuCount(cpus);
        if (!Intake.isCpu(cpus)) {
            throw new IllegalArgumentException(cpus + " CPUs: the file is damaged");
        }
        readBuffer(cursor, (int) cpus, layout);
        for (int i = 0; i < instances.size(); i++) { // the marks before an instance's buffer may name more
            readBuffer(Cursor.in(source, order, instances.get(i)), (int) cpus, layout);
        }
        return layout;
    }

    private void readBuffer(final Cursor cursor, final int cpus, final TraceDatLayout layout) throws IOException {
        for (String mark = cursor.text(MARK); !mark.startsWith("flyrecord"); mark = cursor.text(MARK)) {
            if (mark.startsWith("options")) {
                readOptions(cursor, layout);
            } else {
                throw new IllegalArgumentException("holds '" + mark.strip()
                        + "', no events: read the text of trace-cmd report instead");
            }
        }
        for (int cpu = 0; cpu < cpus; cpu++) {
            final long from = cursor.s64();
            final long size = cursor.s64();
            if (size > 0 && from > 0) {
                final Pages pages = Pages.plain(source, from, from + size, pageSize, intake);
                layout.cpus().add(new CpuBuffer(cpu, pages, pageSize, order, layout.data(), intake));
            }
        }
    }

    private void readOptions(final Cursor cursor, final TraceDatLayout layout) throws IOException {
        for (int id = cursor.u16(); id != 0; id = cursor.u16()) {
            final byte[] content = cursor.bytes(cursor.u32());
            if (id == INSTANCE && instances.size() < MOST_INSTANCES) {
                instances.add(Cursor.in(content, order).s64());
            } else {
                layout.option(id, content);
            }
        }
    }
}
