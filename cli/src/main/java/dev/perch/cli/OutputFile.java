package dev.perch.cli;

import dev.perch.report.Draft;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A file that a verb writes: the whole of it or nothing, so that a full disk leaves what was there before. Devices and
 * pipes are written as they are.
 */
record OutputFile(Path path) {
    /** Reads an option's value; a directory that is missing is told before an hour's work, not after it. */
    static final class Reader implements ITypeConverter<OutputFile> {
        @Override
        public OutputFile convert(final String text) {
            final Path path = Path.of(text).toAbsolutePath();
            if (text.isBlank()) {
                throw new TypeConversionException("name a file");
            } else if (Files.isDirectory(path)) {
                throw new TypeConversionException("is a directory: name a file");
            } else if (!Files.isDirectory(path.getParent())) {
                throw new TypeConversionException("there is no directory " + path.getParent());
            }
            return new OutputFile(Path.of(text));
        }
    }

    /** Whether it is a regular file, or becomes one: no device and no pipe. */
    boolean isRegular() {
        return !Files.exists(path) || Files.isRegularFile(path);
    }

    /** Writes {@code text}; what fails names the file. */
    void write(final String text) throws IOException {
        write(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes {@code content}; what fails names the file. */
    void write(final byte[] content) throws IOException {
        if (!isRegular()) {
            try {
                Files.write(path, content);
            } catch (final IOException e) {
                throw new IOException(path + ": cannot be written: " + e.getMessage(), e);
            }
            return;
        }
        try (Draft draft = Draft.of(path)) {
            try {
                Files.write(draft.path(), content, StandardOpenOption.SYNC);
            } catch (final IOException e) {
                throw draft.failed(e);
            }
            draft.finish();
        }
    }
}
