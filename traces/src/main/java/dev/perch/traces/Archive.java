package dev.perch.traces;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/** A tar archive that holds a recording of several files. */
final class Archive {
    private static final int MAGIC = 257;
    private static final int MOST_FILES = 10_000;

    private Archive() {}

    /** Whether a file that begins so is a tar archive. */
    static boolean isTar(final byte[] head) {
        return head.length > MAGIC + 5
                && "ustar".equals(new String(head, MAGIC, 5, StandardCharsets.ISO_8859_1));
    }

    /** Unpacks its plain files into a temporary directory; names that lead out of it are refused. */
    static Path unpack(final InputStream in) throws IOException {
        final Path directory = Files.createTempDirectory("perch");
        final var tar = new TarArchiveInputStream(in);
        int files = 0;
        for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
            if (entry.isFile()) {
                final Path file = directory.resolve(entry.getName()).normalize();
                if (!file.startsWith(directory) || ++files > MOST_FILES) {
                    delete(directory);
                    throw new IllegalArgumentException("the archive holds '" + entry.getName() + "', file " + files
                            + ": unpack it yourself if you trust it");
                }
                Files.createDirectories(file.getParent());
                Files.copy(tar, file);
            }
        }
        return directory;
    }

    /** Deletes a directory and what is in it. */
    static void delete(final Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            all.sorted(Comparator.reverseOrder()).forEach(path -> {
                try {
                    Files.delete(path);
                } catch (final IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }
}
