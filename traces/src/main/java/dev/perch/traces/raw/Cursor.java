package dev.perch.traces.raw;

import dev.perch.traces.Source;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A place in a file, or in bytes of one, from which metadata is read piece by piece. */
final class Cursor {
    private static final int LONGEST = 64 << 20;
    private static final int LONGEST_TEXT = 4096;

    private final Bytes bytes;
    private final ByteOrdered order;
    private final byte[] number = new byte[8];
    private long at;

    private Cursor(final Bytes bytes, final ByteOrdered order, final long at) {
        this.bytes = bytes;
        this.order = order;
        this.at = at;
    }

    /** A cursor in a file. */
    static Cursor in(final Source source, final ByteOrdered order, final long at) {
        return new Cursor(source::read, order, at);
    }

    /** A cursor at the beginning of these bytes. */
    static Cursor in(final byte[] bytes, final ByteOrdered order) {
        return new Cursor((position, into, offset, length) -> {
            final int n = Math.clamp(bytes.length - position, 0, length);
            System.arraycopy(bytes, (int) Math.min(position, bytes.length), into, offset, n);
            return n;
        }, order, 0);
    }

    /** Where the next piece begins. */
    long at() {
        return at;
    }

    /** Passes over {@code length} bytes. */
    void skip(final long length) {
        at = length < 0 || at + length < 0 ? Long.MAX_VALUE : at + length;
    }

    private void fill(final byte[] into, final int length) throws IOException {
        if (bytes.read(at, into, 0, length) < length) {
            throw new DamagedException("the file ends before byte " + at + ", within its description of the events");
        }
        at += length;
    }

    int u16() throws IOException {
        fill(number, 2);
        return order.u16(number, 0);
    }

    int u8() throws IOException {
        fill(number, 1);
        return number[0] & 0xff;
    }

    long u32() throws IOException {
        fill(number, 4);
        return order.u32(number, 0);
    }

    long s64() throws IOException {
        fill(number, 8);
        return order.s64(number, 0);
    }

    /** The next {@code length} bytes. */
    byte[] bytes(final long length) throws IOException {
        if (length < 0 || length > LONGEST) {
            throw new DamagedException(
                    "byte " + at + " asks for " + length + " bytes of metadata: the file is damaged");
        }
        if (length > number.length) { // does the file hold them? then only take the memory
            final var last = new byte[1];
            if (bytes.read(at + length - 1, last, 0, 1) < 1) {
                throw new DamagedException("the file ends within the " + length + " bytes of metadata at byte " + at);
            }
        }
        final var taken = new byte[(int) length];
        fill(taken, taken.length);
        return taken;
    }

    /** The next {@code length} bytes as text, without what follows a NUL. */
    String text(final long length) throws IOException {
        return text(bytes(length));
    }

    private static String text(final byte[] taken) {
        int end = 0;
        while (end < taken.length && taken[end] != 0) {
            end++;
        }
        return new String(taken, 0, end, StandardCharsets.UTF_8);
    }

    /** The text up to the next NUL. */
    String string() throws IOException {
        final var taken = new byte[LONGEST_TEXT];
        final int n = bytes.read(at, taken, 0, taken.length);
        for (int i = 0; i < n; i++) {
            if (taken[i] == 0) {
                at += i + 1L;
                return text(Arrays.copyOf(taken, i));
            }
        }
        throw new DamagedException("the text at byte " + at + " has no end: the file is damaged");
    }

    /** Where a cursor reads. */
    @FunctionalInterface
    private interface Bytes {
        int read(long position, byte[] into, int offset, int length) throws IOException;
    }
}
