package dev.perch.traces;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/**
 * What a tar archive of a recording of several files held.
 *
 * @param directory where its files were unpacked, a temporary one
 * @param cut up to where they are whole, if the archive was cut
 */
record Archive(Path directory, Optional<String> cut) {
    private static final int MAGIC = 257;
    private static final int MOST_FILES = 10_000;

    /** Whether a file that begins so is a tar archive. */
    static boolean isTar(final byte[] head) {
        return head.length > MAGIC + 5
                && "ustar".equals(new String(head, MAGIC, 5, StandardCharsets.ISO_8859_1));
    }

    /** Unpacks its plain files, those before a cut too; names that lead out of the directory are refused. */
    static Archive unpack(final InputStream in) throws IOException {
        final Path directory = Files.createTempDirectory("perch");
        final var tar = new Tar(in);
        Path last = directory;
        try {
            int files = 0;
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                if (entry.isFile()) {
                    last = place(directory, entry, ++files);
                    Files.createDirectories(last.getParent());
                    Files.copy(tar, last);
                }
            }
        } catch (final IllegalArgumentException e) {
            delete(directory);
            throw e;
        } catch (final IOException e) {
            if (!Files.isRegularFile(last)) {
                delete(directory);
                throw e;
            } // else what there is: it lacks its end
        }
        return new Archive(directory, tar.ended || !Files.isRegularFile(last) ? Optional.empty()
                : Optional.of(directory.relativize(last) + " byte " + Files.size(last)));
    }

    private static Path place(final Path directory, final TarArchiveEntry entry, final int number) {
        final Path file = directory.resolve(entry.getName()).normalize();
        if (!file.startsWith(directory) || number > MOST_FILES) {
            throw new IllegalArgumentException("the archive holds '" + entry.getName() + "', file " + number
                    + ": unpack it yourself if you trust it");
        }
        return file;
    }

    /** Knows whether it has come to the zeros that end a whole tar. */
    private static final class Tar extends TarArchiveInputStream {
        private boolean ended;

        Tar(final InputStream in) {
            super(in);
        }

        @Override
        protected boolean isEOFRecord(final byte[] block) {
            final boolean isEnd = super.isEOFRecord(block);
            ended |= isEnd && block != null;
            return isEnd;
        }
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
