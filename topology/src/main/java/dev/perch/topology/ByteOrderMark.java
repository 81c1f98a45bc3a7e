package dev.perch.topology;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;

/** The three bytes (EF BB BF) that some editors and shells put before a UTF-8 text, and that are none of it. */
public final class ByteOrderMark {
    private static final int LENGTH = 3;

    private ByteOrderMark() {}

    /**
     * What {@code in} holds without the mark, if it starts with one. No binary format that Perch reads starts so.
     *
     * @throws IOException if the first bytes cannot be read
     */
    public static InputStream skip(final InputStream in) throws IOException {
        final byte[] start = in.readNBytes(LENGTH);
        final boolean marked = start.length == LENGTH && (start[0] & 0xff) == 0xef && (start[1] & 0xff) == 0xbb
                && (start[2] & 0xff) == 0xbf;
        if (marked) {
            return in;
        }
        final var whole = new PushbackInputStream(in, LENGTH);
        whole.unread(start);
        return whole;
    }
}
