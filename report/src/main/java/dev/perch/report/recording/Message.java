package dev.perch.report.recording;

import java.nio.charset.StandardCharsets;

/**
 * A protobuf message under construction: fields one after another. A message within it gets room for its length as it
 * begins, which is filled as it ends, so that nothing is copied.
 *
 * @see <a href="https://protobuf.dev/programming-guides/encoding/">the encoding</a>
 */
final class Message {
    private static final int VARINT = 0;
    private static final int FIXED64 = 1;
    private static final int DELIMITED = 2;
    private static final int LENGTH_BYTES = 4;

    private final Bytes bytes = new Bytes();

    /** What was written. */
    Bytes bytes() {
        return bytes;
    }

    /** A number. */
    Message number(final int field, final long value) {
        bytes.addVarint((long) field << 3 | VARINT);
        bytes.addVarint(value);
        return this;
    }

    /** A number of eight bytes. */
    Message fixed(final int field, final long value) {
        bytes.addVarint((long) field << 3 | FIXED64);
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            bytes.add((int) (value >>> shift));
        }
        return this;
    }

    /** Bytes, such as a text's in UTF-8. */
    Message delimited(final int field, final byte[] value) {
        bytes.addVarint((long) field << 3 | DELIMITED);
        bytes.addVarint(value.length);
        bytes.add(value, 0, value.length);
        return this;
    }

    /** A text. */
    Message text(final int field, final String value) {
        return delimited(field, value.getBytes(StandardCharsets.UTF_8));
    }

    /** Begins a message; returns what {@link #end} needs. */
    int begin(final int field) {
        bytes.addVarint((long) field << 3 | DELIMITED);
        return bytes.grow(LENGTH_BYTES);
    }

    /** Ends the message begun last. */
    void end(final int begin) {
        int length = bytes.size() - begin - LENGTH_BYTES;
        for (int i = 0; i < LENGTH_BYTES; i++, length >>>= 7) {
            bytes.array()[begin + i] = (byte) (length & 0x7f | (i < LENGTH_BYTES - 1 ? 0x80 : 0));
        }
    }
}
