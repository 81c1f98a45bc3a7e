package dev.perch.traces.text;

import dev.perch.traces.Intake;
import dev.perch.traces.Source;
import dev.perch.traces.TraceReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The pages that Android's systrace writes: ftrace text within a viewer. */
public final class SystraceHtml implements TraceReader {
    private static final int START = 512;

    /** The reader. */
    public SystraceHtml() {}

    @Override
    public String format() {
        return "systrace HTML";
    }

    @Override
    public String description() {
        return "the HTML page of Android's systrace, with ftrace text in it";
    }

    @Override
    public boolean reads(final Source source) {
        final String start = new String(source.head(), 0, Math.min(START, source.head().length),
                StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
        return start.contains("<!doctype html") || start.contains("<html");
    }

    @Override
    public void read(final Source source, final Intake intake) throws IOException {
        try (InputStream page = source.stream()) {
            final var data = new EmbeddedTrace(page);
            new TraceText(intake, FtraceText.heads()).read(data);
            if (!data.found()) {
                throw new IllegalArgumentException(
                        "an HTML page without a trace in it: give the file that systrace made");
            }
        }
    }
}
