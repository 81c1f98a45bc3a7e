package dev.perch.traces.text;

import dev.perch.traces.Intake;
import dev.perch.traces.Source;
import dev.perch.traces.TraceReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** What tracefs prints: {@code trace}, {@code trace_pipe}, latency format (also verbose), a dump in the kernel's log, atrace. */
public final class FtraceText implements TraceReader {
    /** The reader. */
    public FtraceText() {}

    @Override
    public String format() {
        return "ftrace text";
    }

    @Override
    public String description() {
        return "tracefs' trace and trace_pipe, latency format, a dump in the kernel's log, atrace and systrace text";
    }

    /** What its lines begin with. */
    static List<LineHead> heads() {
        return List.of(new TaskLine(false), new LatencyLine(), new VerboseLine());
    }

    @Override
    public boolean reads(final Source source) {
        return source.startsWith("# tracer:") || TraceText.isSpokenBy(source, heads(), PerfScript.heads());
    }

    @Override
    public void read(final Source source, final Intake intake) throws IOException {
        try (InputStream in = source.stream()) {
            new TraceText(intake, heads()).read(in);
        }
    }
}
