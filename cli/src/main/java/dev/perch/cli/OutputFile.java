package dev.perch.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
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
            if (text.isBlank() || Files.isDirectory(path)) {
                throw new TypeConversionException("is a directory: name a file");
            } else if (!Files.isDirectory(path.getParent())) {
                throw new TypeConversionException("there is no directory " + path.getParent());
            }
            return new OutputFile(Path.of(text));
        }
    }

    /** Writes {@code text}; what fails names the file. */
    void write(final String text) throws IOException {
        write(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes {@code content}; what fails names the file. */
    void write(final byte[] content) throws IOException {
        try {
            if (Files.exists(path) && !Files.isRegularFile(path)) {
                Files.write(path, content);
            } else {
                replace(Files.exists(path) ? path.toRealPath() : path.toAbsolutePath(), content);
            }
        } catch (final FileSystemException e) {
            throw new FileSystemException(path.toString(), null, "cannot be written: " + reason(e));
        } catch (final IOException e) {
            throw new IOException(path + ": cannot be written: " + e.getMessage(), e);
        }
    }

    private static void replace(final Path target, final byte[] content) throws IOException {
        if (Files.exists(target) && !Files.isWritable(target)) {
            throw new AccessDeniedException(target.toString());
        }
        final Path beside = target
                .resolveSibling("." + target.getFileName() + "." + ProcessHandle.current().pid() + ".part");
        try {
            Files.write(beside, content, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE,
                    StandardOpenOption.SYNC);
            if (Files.exists(target)) {
                Files.setPosixFilePermissions(beside, Files.getPosixFilePermissions(target));
            }
            Files.move(beside, target, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(beside);
        }
    }

    private static String reason(final FileSystemException e) {
        return switch (e) {
            case final AccessDeniedException denied -> "permission denied";
            case final NoSuchFileException gone -> "there is no directory to write it to";
            default -> e.getReason() == null ? "the file system refuses" : e.getReason();
        };
    }
}
