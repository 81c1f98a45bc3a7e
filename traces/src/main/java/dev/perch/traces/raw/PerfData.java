package dev.perch.traces.raw;

import dev.perch.traces.Intake;
import dev.perch.traces.Source;
import dev.perch.traces.TraceReader;
import java.io.IOException;

/** What {@code perf record} and {@code perf sched record} write. */
public final class PerfData implements TraceReader {
    private static final String MAGIC_LITTLE = "PERFILE2";
    private static final String MAGIC_BIG = "2ELIFREP";
    private static final int PIPE_HEADER = 16;
    private static final int ATTR_IDS = 16; // bytes of the place and size of an attr's ids
    private static final int MOST_ATTRS = 1 << 16;
    private static final int FEATURES = 256;
    private static final int TRACING_DATA = 1;
    private static final int OS_RELEASE = 4;
    private static final int CPU_COUNT = 7;

    /** The reader. */
    public PerfData() {}

    @Override
    public String format() {
        return "perf.data";
    }

    @Override
    public String description() {
        return "perf's binary file with sched tracepoints, as perf sched record and perf record -e 'sched:*' write it,"
                + " also compressed (-z)";
    }

    @Override
    public boolean reads(final Source source) {
        return source.startsWith(MAGIC_LITTLE) || source.startsWith(MAGIC_BIG);
    }

    @Override
    public boolean countsCpus() {
        return true;
    }

    @Override
    public void read(final Source source, final Intake intake) throws IOException {
        final ByteOrdered order = source.startsWith(MAGIC_LITTLE) ? ByteOrdered.LITTLE : ByteOrdered.BIG;
        try {
            final Cursor cursor = Cursor.in(source, order, MAGIC_LITTLE.length());
            final var records = new PerfRecords(source, order, intake);
            if (cursor.s64() == PIPE_HEADER) {
                records.read(PIPE_HEADER, Long.MAX_VALUE, true);
            } else {
                readFile(source, order, intake, cursor, records);
            }
        } catch (final DamagedException e) {
            throw new IllegalArgumentException(e.getMessage() + ": record again", e);
        }
    }

    private static void readFile(final Source source, final ByteOrdered order, final Intake intake,
            final Cursor cursor, final PerfRecords records) throws IOException {
        final long attrSize = cursor.s64();
        final long attrs = cursor.s64();
        final long attrsSize = cursor.s64();
        final long data = cursor.s64();
        final long dataSize = cursor.s64();
        cursor.skip(16); // event types, no longer used
        final var features = new long[FEATURES / 64];
        for (int i = 0; i < features.length; i++) {
            features[i] = cursor.s64();
        }
        if (attrSize <= ATTR_IDS || attrsSize / attrSize > MOST_ATTRS) {
            throw new DamagedException("the header's description of events is damaged");
        }
        for (long place = attrs; place < attrs + attrsSize; place += attrSize) {
            readAttr(Cursor.in(source, order, place), attrSize, source, order, records);
        }
        final long end = dataSize == 0 ? Long.MAX_VALUE : data + dataSize; // perf fills it in at the end
        try {
            if (dataSize == 0) {
                throw new DamagedException("perf was stopped before it could finish the file");
            }
            readFeatures(Cursor.in(source, order, end), features, source, order, intake, records);
        } catch (final DamagedException e) {
            intake.cut("byte " + source.size() + " (" + e.getMessage() + ")");
            if (!records.recognizeTracepoints(data, end)) {
                throw e;
            }
        }
        records.read(data, end, dataSize != 0);
    }

    private static void readAttr(final Cursor cursor, final long attrSize, final Source source,
            final ByteOrdered order, final PerfRecords records) throws IOException {
        final PerfAttr attr = PerfAttr.parse(cursor.bytes(attrSize - ATTR_IDS), order);
        final Cursor ids = Cursor.in(source, order, cursor.s64());
        final long count = cursor.s64() / Long.BYTES;
        records.attrs().add(attr);
        for (long i = 0; i < Math.min(count, 1 << 20); i++) {
            records.attrs().id(ids.s64(), attr);
        }
    }

    private static void readFeatures(final Cursor sections, final long[] features, final Source source,
            final ByteOrdered order, final Intake intake, final PerfRecords records) throws IOException {
        for (int feature = 0; feature < FEATURES; feature++) {
            if ((features[feature >> 6] >>> feature & 1) == 0) {
                continue;
            }
            final Cursor section = Cursor.in(source, order, sections.s64());
            if (section.at() + sections.s64() > source.size()) {
                intake.cut("byte " + source.size());
            }
            switch (feature) {
                case TRACING_DATA -> records.tracingData(section);
                case OS_RELEASE -> intake.kernel(section.text(section.u32()));
                case CPU_COUNT -> intake.cpuCount(section.u32());
                default -> {
                }
            }
        }
    }
}
