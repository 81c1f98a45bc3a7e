package dev.perch.replay;

import dev.perch.topology.ByteOrderMark;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/** Text files that lie beside a recording and tell about it, plain or packed by gzip. */
final class Beside {
    private static final int MOST_LINES = 200_000;

    private final Path recording;

    Beside(final Path recording) {
        this.recording = recording.toAbsolutePath();
    }

    /** The lines of the file {@code name}, or of {@code name.gz}; empty where there is neither. */
    Optional<List<String>> lines(final String name) throws IOException {
        for (final String candidate : List.of(name, name + ".gz")) {
            final Path file = recording.resolveSibling(candidate);
            if (Files.isRegularFile(file)) {
                return Optional.of(read(file));
            }
        }
        return Optional.empty();
    }

    /**
     * The lines of the file that is named as the recording is but ends in {@code .suffix}: {@code pair4.schedstat} goes
     * with {@code pair4.ftrace.txt.gz}.
     */
    Optional<List<String>> sameName(final String suffix) throws IOException {
        String stem = recording.getFileName().toString();
        for (int dot = stem.lastIndexOf('.'); dot > 0; dot = stem.lastIndexOf('.')) {
            stem = stem.substring(0, dot);
            final Optional<List<String>> found = lines(stem + '.' + suffix);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static List<String> read(final Path file) throws IOException {
        try (InputStream raw = Files.newInputStream(file);
                InputStream in = ByteOrderMark.skip(file.toString().endsWith(".gz") ? new GZIPInputStream(raw) : raw);
                BufferedReader text = new BufferedReader(new InputStreamReader(in, StandardCharsets.ISO_8859_1))) {
            return text.lines().limit(MOST_LINES).toList();
        }
    }
}
