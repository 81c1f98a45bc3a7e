package dev.perch.traces;

import dev.perch.topology.ByteOrderMark;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;

/**
 * A recording's bytes: as a stream, unpacked on the way, or at any place, unpacked into a temporary file first where
 * they are packed. What unpacks to far more than any recording would (a bomb) is refused.
 */
public final class Source implements AutoCloseable {
    /** How much of the beginning a reader may look at to know its format. */
    public static final int HEAD = 1 << 18;

    private final Path path;
    private final byte[] head;
    private final Packing packing;
    private Progress progress = Progress.NONE;
    private Path unpacked;
    private Archive archive;
    private FileChannel channel;

    private Source(final Path path, final byte[] head, final Packing packing) {
        this.path = path;
        this.head = head;
        this.packing = packing;
    }

    static Source open(final Path path) throws IOException {
        if (!Files.exists(path)) {
            throw new IllegalArgumentException("no such file");
        } else if (Files.isDirectory(path)) {
            return new Source(path, new byte[0], Packing.NONE);
        } else if (!Files.isRegularFile(path)) {
            throw new IllegalArgumentException("a pipe or device can be read once only: copy it to a file");
        } else if (Files.size(path) == 0) {
            throw new IllegalArgumentException("the file is empty: record again");
        }
        final Packing packing;
        try (InputStream raw = Files.newInputStream(path)) {
            packing = Packing.of(raw.readNBytes(Packing.MAGIC));
        }
        final var start = new Source(path, new byte[0], packing);
        try (InputStream in = start.stream()) {
            return new Source(path, readHead(in), packing);
        } catch (final IOException e) {
            throw damaged(packing, e);
        }
    }

    private static byte[] readHead(final InputStream in) throws IOException {
        final var head = new byte[HEAD];
        int length = 0;
        try {
            for (int n; length < HEAD && (n = in.read(head, length, HEAD - length)) > 0;) {
                length += n;
            }
        } catch (final IOException e) {
            if (length == 0) {
                throw e;
            } // else a packed file's end is missing or broken: its reader will say so
        }
        return Arrays.copyOf(head, length);
    }

    /** The file or directory. */
    public Path path() {
        return path;
    }

    /** Whether it is a directory; then it has no head and no bytes of its own. */
    public boolean isDirectory() {
        return Files.isDirectory(path);
    }

    /** The first bytes, unpacked, at most {@value #HEAD}; not to be changed. */
    public byte[] head() {
        return head;
    }

    /** Whether the beginning is this ASCII text. */
    public boolean startsWith(final String magic) {
        return head.length >= magic.length()
                && magic.equals(new String(head, 0, magic.length(), StandardCharsets.ISO_8859_1));
    }

    /**
     * The directory, for recordings that are one; of a tar archive what it holds, unpacked into a temporary one. Empty
     * for other files.
     */
    public Optional<Path> directory() throws IOException {
        if (isDirectory()) {
            return Optional.of(path);
        }
        if (Archive.isTar(head) && archive == null) {
            try (InputStream in = stream()) {
                archive = Archive.unpack(in);
            }
        }
        return Optional.ofNullable(archive).map(Archive::directory);
    }

    /** Up to where the files of {@link #directory} are whole, if they come from an archive that was cut. */
    public Optional<String> archiveCut() {
        return Optional.ofNullable(archive).flatMap(Archive::cut);
    }

    void progress(final Progress to) {
        progress = to;
    }

    /**
     * All bytes from the first, unpacked, without a text's byte order mark. Reading throws an {@link IOException} where a packed file ends too early or
     * is broken, an {@link IllegalArgumentException} where it is a bomb.
     */
    public InputStream stream() throws IOException {
        final var raw = new CountedStream(Files.newInputStream(path), Files.size(path), progress);
        try {
            return ByteOrderMark.skip(packing == Packing.NONE ? raw : new Unpacked(packing.unpack(raw), raw));
        } catch (final IOException e) {
            raw.close();
            throw damaged(packing, e);
        }
    }

    private static IllegalArgumentException damaged(final Packing packing, final IOException e) {
        return new IllegalArgumentException("damaged " + packing.label() + " file ("
                + (e.getMessage() == null ? "it ends too early" : e.getMessage()) + "): fetch it again", e);
    }

    /**
     * Refuses a bomb, for readers of formats that are packed inside.
     *
     * @throws IllegalArgumentException if {@code packed} bytes became far more than a recording's would
     */
    public static void checkGrowth(final long packed, final long unpacked) {
        Unpacked.check(packed, unpacked);
    }

    /** How many bytes there are, unpacked. */
    public long size() throws IOException {
        return channel().size();
    }

    /**
     * Reads bytes at a place.
     *
     * @return how many; fewer than asked only at the file's end, 0 beyond it and before its begin
     */
    public int read(final long position, final byte[] into, final int offset, final int length) throws IOException {
        if (position < 0) { // a damaged file points there
            return 0;
        }
        final var buffer = ByteBuffer.wrap(into, offset, length);
        int done = 0;
        while (done < length) {
            final int n = channel().read(buffer, position + done);
            if (n <= 0) {
                break;
            }
            done += n;
        }
        return done;
    }

    private FileChannel channel() throws IOException {
        if (channel == null) {
            channel = FileChannel.open(packing == Packing.NONE ? path : unpack(), StandardOpenOption.READ);
        }
        return channel;
    }

    private Path unpack() throws IOException {
        unpacked = Files.createTempFile("perch", ".unpacked");
        unpacked.toFile().deleteOnExit();
        try (InputStream in = new BufferedInputStream(stream()); var out = Files.newOutputStream(unpacked)) {
            final var chunk = new byte[1 << 16];
            for (int n; (n = in.read(chunk)) > 0;) {
                out.write(chunk, 0, n);
            }
        } catch (final IOException e) {
            if (Files.size(unpacked) == 0) {
                throw e;
            } // else what there is: the reader finds the cut
        }
        return unpacked;
    }

    /** Tells progress as bytes of the file on disk, for readers that read at places. */
    public void at(final long position) throws IOException {
        progress.at(position, size());
    }

    @Override
    public void close() throws IOException {
        if (channel != null) {
            channel.close();
        }
        if (unpacked != null) {
            Files.deleteIfExists(unpacked);
        }
        if (archive != null) {
            Archive.delete(archive.directory());
        }
    }
}
