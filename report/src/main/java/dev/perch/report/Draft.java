package dev.perch.report;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file under way: written beside its place and renamed once it is whole, so that nobody ever sees half of it. */
public final class Draft implements AutoCloseable {
    private final Path named;
    private final Path place;
    private final Path beside;

    private Draft(final Path named, final Path place, final Path beside) {
        this.named = named;
        this.place = place;
        this.beside = beside;
    }

    /**
     * Begins a file; what is there already stays until {@link #finish}.
     *
     * @throws FileSystemException naming {@code file} and why it cannot be written
     */
    public static Draft of(final Path file) throws IOException {
        final Path place = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
        if (Files.isDirectory(place)) {
            throw new FileSystemException(file.toString(), null, "is a directory: name a file to write");
        } else if (place.getParent() == null || !Files.isDirectory(place.getParent())) {
            throw new FileSystemException(file.toString(), null, "there is no directory to write it to");
        } else if (Files.exists(place) && !Files.isRegularFile(place)) {
            throw new FileSystemException(file.toString(), null, "is no regular file: name another to write");
        }
        final Path beside = place
                .resolveSibling("." + place.getFileName() + "." + ProcessHandle.current().pid() + ".part");
        try {
            if (Files.exists(place) && !Files.isWritable(place)) {
                throw new AccessDeniedException(file.toString());
            }
            return new Draft(file, place, Files.createFile(beside));
        } catch (final FileSystemException e) {
            throw new FileSystemException(file.toString(), null, "cannot be written: "
                    + (e instanceof AccessDeniedException ? "permission denied" : "the file system refuses"));
        }
    }

    /** Where to write meanwhile: an empty file. */
    public Path path() {
        return beside;
    }

    /** What went wrong while writing, told with the file's name. */
    public IOException failed(final Exception cause) {
        return new IOException(named + ": cannot be written: " + cause.getMessage(), cause);
    }

    /** The file is whole: puts it in its place. */
    public void finish() throws IOException {
        try {
            if (Files.exists(place)) {
                Files.setPosixFilePermissions(beside, Files.getPosixFilePermissions(place));
            }
            Files.move(beside, place, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (final IOException e) {
            throw failed(e);
        }
    }

    /** Deletes what is not finished. */
    @Override
    public void close() throws IOException {
        Files.deleteIfExists(beside);
    }
}
