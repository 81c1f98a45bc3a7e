package dev.perch.traces;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/** Formats that people bring and that Perch knows by sight, but does not read. */
enum Unread {
    SCHEDVIZ("(?s)Attaching \\d+ probes\\.\\.\\.\\s+(?:ST|P|S):[0-9a-f]+:.*",
            "SchedViz's eBPF text: record with trace-cmd or perf sched record (perch analyze --how)"),
    CHROME("(?s)\\s*\\{\\s*\"traceEvents\"\\s*:.*",
            "Chrome's JSON: record the kernel's events as Perfetto's protobuf or ftrace text");

    private static final int LOOK = 4096;

    private final Pattern begin;
    private final String what;

    Unread(final String begin, final String what) {
        this.begin = Pattern.compile(begin);
        this.what = what;
    }

    /** What {@code source} is instead of a recording that Perch reads, and the mend; empty where nobody knows. */
    static Optional<String> name(final Source source) throws IOException {
        final Optional<Path> directory = source.directory();
        final byte[] head;
        if (directory.isEmpty()) {
            head = source.head();
        } else if (Files.isRegularFile(directory.get().resolve("ebpf_trace"))) {
            try (InputStream in = Files.newInputStream(directory.get().resolve("ebpf_trace"))) {
                head = in.readNBytes(LOOK);
            }
        } else {
            return Optional.empty();
        }
        final String text = new String(head, 0, Math.min(LOOK, head.length), StandardCharsets.ISO_8859_1);
        for (final Unread format : values()) {
            if (format.begin.matcher(text).matches()) {
                return Optional.of(format.what);
            }
        }
        return Optional.empty();
    }
}
