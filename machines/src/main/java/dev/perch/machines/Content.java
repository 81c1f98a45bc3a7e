package dev.perch.machines;

import dev.perch.topology.ByteOrderMark;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarUtils;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.tukaani.xz.XZInputStream;

/** What is in a file, unpacked if it is gzip, bzip2 or xz (told by its first bytes, never by its name), within bounds. */
final class Content {
    /** More than any machine's description; a file that unpacks to more is refused. */
    static final long MOST_BYTES = 256L << 20;
    private static final int HEAD = 512;
    private static final int TAR_MAGIC_AT = 257;
    private static final int XZ_MEMORY_KIB = 64 << 10;
    private static final int MOST_TEXT = 32 << 20;

    private Content() {}

    /** The unpacked bytes of {@code file}, without a byte order mark; reading more than {@link #MOST_BYTES} of them fails. */
    static InputStream open(final Path file) throws IOException {
        final InputStream raw = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
        final byte[] head = peek(raw);
        final InputStream unpacked;
        if (starts(head, 0x1f, 0x8b)) {
            unpacked = new GZIPInputStream(raw, 1 << 16);
        } else if (starts(head, 'B', 'Z', 'h')) {
            unpacked = new BZip2CompressorInputStream(raw, true);
        } else if (starts(head, 0xfd, '7', 'z', 'X', 'Z', 0)) {
            unpacked = new XZInputStream(raw, XZ_MEMORY_KIB);
        } else {
            unpacked = raw;
        }
        return new BufferedInputStream(ByteOrderMark.skip(new Bounded(unpacked, file)), 1 << 16);
    }

    /** Whether {@code content}, from {@link #open}, is a tar. */
    static boolean isTar(final InputStream content) throws IOException {
        final byte[] head = peek(content);
        if (new String(head, StandardCharsets.ISO_8859_1).startsWith("ustar", TAR_MAGIC_AT)) {
            return true;
        }
        try {
            return head.length == HEAD && TarUtils.verifyCheckSum(head); // the oldest kind has no magic
        } catch (final IllegalArgumentException e) {
            return false;
        }
    }

    /** All of {@code content} as text; refused if it is too long for one. */
    static String text(final InputStream content, final Path file) throws IOException {
        final byte[] bytes = content.readNBytes(MOST_TEXT + 1);
        if (bytes.length > MOST_TEXT) {
            throw new IllegalArgumentException(file + ": larger than any description of a machine");
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static byte[] peek(final InputStream in) throws IOException {
        in.mark(HEAD);
        final byte[] head = in.readNBytes(HEAD);
        in.reset();
        return head;
    }

    private static boolean starts(final byte[] head, final int... magic) {
        if (head.length < magic.length) {
            return false;
        }
        for (int i = 0; i < magic.length; i++) {
            if ((head[i] & 0xff) != magic[i]) {
                return false;
            }
        }
        return true;
    }

    /** A stream that ends in an error past the bound. */
    private static final class Bounded extends FilterInputStream {
        private final Path file;
        private long left = MOST_BYTES;

        Bounded(final InputStream in, final Path file) {
            super(in);
            this.file = file;
        }

        @Override
        public int read() throws IOException {
            final int value = super.read();
            count(value < 0 ? 0 : 1);
            return value;
        }

        @Override
        public int read(final byte[] bytes, final int offset, final int length) throws IOException {
            final int read = super.read(bytes, offset, length);
            count(Math.max(read, 0));
            return read;
        }

        private void count(final int read) {
            left -= read;
            if (left < 0) {
                throw new IllegalArgumentException(file + ": unpacks to more than " + (MOST_BYTES >> 20)
                        + " MiB, which no machine's description does");
            }
        }
    }
}
