package dev.perch.traces.text;

import dev.perch.traces.Intake;
import dev.perch.traces.Source;
import dev.perch.traces.TraceReader;
import java.io.IOException;
import java.io.InputStream;

/** What {@code trace-cmd report} prints, with or without {@code -R}. */
public final class TraceCmdReport implements TraceReader {
    /** The reader. */
    public TraceCmdReport() {}

    @Override
    public String format() {
        return "trace-cmd report";
    }

    @Override
    public String description() {
        return "the text of trace-cmd report, plain, -R (raw fields) or -l (latency)";
    }

    @Override
    public boolean reads(final Source source) {
        return source.startsWith("cpus=") || source.startsWith("version = ");
    }

    @Override
    public void read(final Source source, final Intake intake) throws IOException {
        try (InputStream in = source.stream()) {
            new TraceText(intake, FtraceText.heads()).read(in);
        }
    }
}
