package dev.perch.traces.text;

import dev.perch.traces.Intake;
import dev.perch.traces.Source;
import dev.perch.traces.TraceReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** What {@code perf script} and {@code perf sched script} print of sched tracepoints. */
public final class PerfScript implements TraceReader {
    /** The reader. */
    public PerfScript() {}

    @Override
    public String format() {
        return "perf script";
    }

    @Override
    public String description() {
        return "the text of perf script and perf sched script";
    }

    /** What its lines begin with. */
    static List<LineHead> heads() {
        return List.of(new PerfLine());
    }

    @Override
    public boolean reads(final Source source) {
        return TraceText.isSpokenBy(source, heads(), FtraceText.heads());
    }

    @Override
    public void read(final Source source, final Intake intake) throws IOException {
        try (InputStream in = source.stream()) {
            new TraceText(intake, heads()).read(in);
        }
    }
}
