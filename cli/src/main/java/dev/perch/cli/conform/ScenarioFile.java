package dev.perch.cli.conform;

import dev.perch.machines.Json;
import dev.perch.scheduler.Policies;
import dev.perch.topology.ByteOrderMark;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** A file of scenarios, one a line, plain or gzipped as its content tells. Holds one line at a time. */
public final class ScenarioFile implements AutoCloseable {
    private static final int LONGEST_LINE = 16 << 20;
    private static final int HOPELESS_LINE = 64 << 20;

    private final Path file;
    private final InputStream in;
    private long line;

    /** Opens {@code file}. */
    public ScenarioFile(final Path file) throws IOException {
        this.file = file;
        in = open(file);
    }

    private static InputStream open(final Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new IOException(file + ": is a directory; name files of scenarios (jsonl or jsonl.gz)");
        }
        final var raw = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
        raw.mark(2);
        final boolean zipped = raw.read() == 0x1f && raw.read() == 0x8b;
        raw.reset();
        try {
            return new BufferedInputStream(ByteOrderMark.skip(zipped ? new GZIPInputStream(raw, 1 << 16) : raw),
                    1 << 16);
        } catch (final EOFException | ZipException e) {
            raw.close();
            throw new IOException(file + ": the compressed data is cut off or damaged at its start", e);
        }
    }

    /** The number of the line read last, from 1. */
    public long line() {
        return line;
    }

    /** Where the line read last stands: {@code FILE:LINE}. */
    public String place() {
        return file + ":" + line;
    }

    /**
     * The next line that is not blank; null at the end.
     *
     * @throws IllegalArgumentException if the line is too long; the next call goes on after it
     * @throws IOException if the file ends within its compressed data, cannot be read, or has a line too long even to pass over
     */
    public String next() throws IOException {
        try {
            for (;;) {
                final String text = nextLine();
                if (text == null || !text.isBlank()) {
                    return text;
                }
            }
        } catch (final EOFException | ZipException e) {
            throw new IOException(place() + ": the compressed data is cut off or damaged here", e);
        }
    }

    private String nextLine() throws IOException {
        final var bytes = new ByteArrayOutputStream(1 << 12);
        line++;
        int length = 0;
        int read = in.read();
        if (read < 0) {
            return null;
        }
        for (; read >= 0 && read != '\n'; read = in.read()) {
            if (++length <= LONGEST_LINE) {
                bytes.write(read);
            } else if (length > HOPELESS_LINE) {
                throw new IOException(place() + ": the line is longer than " + (HOPELESS_LINE >> 20)
                        + " MiB: this is no file of scenarios");
            }
        }
        if (length > LONGEST_LINE) {
            throw new IllegalArgumentException("the line is longer than " + (LONGEST_LINE >> 20) + " MiB");
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /**
     * Reads one line's JSON.
     *
     * @param policies those that the scenario may name
     * @throws IllegalArgumentException if it is not JSON, or nested too deep
     */
    public static Scenario parse(final String text, final Policies policies) {
        return new Scenario(Json.read(text, line -> ""), policies);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
