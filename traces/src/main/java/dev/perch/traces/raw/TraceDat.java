package dev.perch.traces.raw;

import dev.perch.traces.Intake;
import dev.perch.traces.Source;
import dev.perch.traces.TraceReader;
import java.io.IOException;

/** The binary file of trace-cmd, versions 6 and 7. */
public final class TraceDat implements TraceReader {
    private static final String MAGIC = "\u0017\bDtracing";

    /** The reader. */
    public TraceDat() {}

    @Override
    public String format() {
        return "trace.dat";
    }

    @Override
    public String description() {
        return "trace-cmd's binary file, versions 6 and 7, also with packed sections and several trace"
                + " instances, of any word size and byte order";
    }

    @Override
    public boolean reads(final Source source) {
        return source.startsWith(MAGIC);
    }

    @Override
    public boolean countsCpus() {
        return true;
    }

    @Override
    public void read(final Source source, final Intake intake) throws IOException {
        try {
            final TraceDatLayout layout = readLayout(source, intake);
            if (layout.tracepoints().isEmpty()) {
                throw new IllegalArgumentException("holds no event formats: record again");
            }
            layout.tracepoints().build(layout.order(), intake);
            new CpuMerge(layout, intake).run();
        } catch (final DamagedException e) {
            throw new IllegalArgumentException(e.getMessage() + ": copy it again", e);
        }
    }

    private static TraceDatLayout readLayout(final Source source, final Intake intake) throws IOException {
        final Cursor start = Cursor.in(source, ByteOrdered.LITTLE, MAGIC.length());
        final String version = start.string();
        final ByteOrdered order = start.u8() == 0 ? ByteOrdered.LITTLE : ByteOrdered.BIG;
        final int longSize = start.u8();
        final Cursor cursor = Cursor.in(source, order, start.at());
        final int pageSize = TraceDatLayout.checkPageSize(cursor.u32());
        return switch (version) {
            case "6" -> new TraceDat6(source, order, longSize, pageSize, intake).read(cursor);
            case "7" -> new TraceDat7(source, order, pageSize, intake).read(cursor);
            default -> throw new IllegalArgumentException("trace.dat version " + version
                    + " (Perch reads 6 and 7): convert it by trace-cmd convert");
        };
    }
}
