package dev.perch.report.recording;

import java.util.Arrays;

/** Bytes that grow: plain ones, and numbers of variable length, seven bits a byte, as protobuf has them. */
final class Bytes {
    private byte[] bytes = new byte[64];
    private int size;

    /** How many there are. */
    int size() {
        return size;
    }

    /** The bytes themselves, with room behind the last; not to be kept while more are added. */
    byte[] array() {
        return bytes;
    }

    /** Forgets all. */
    void clear() {
        size = 0;
    }

    /** Room for so many more; returns where it begins. */
    int grow(final int more) {
        final int place = size;
        size += more;
        if (size > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(size, bytes.length * 2));
        }
        return place;
    }

    /** Adds one byte. */
    void add(final int value) {
        final int place = grow(1);
        bytes[place] = (byte) value;
    }

    /** Adds bytes. */
    void add(final byte[] from, final int start, final int length) {
        final int place = grow(length);
        System.arraycopy(from, start, bytes, place, length);
    }

    /** Adds a number, taken as unsigned. */
    void addVarint(final long value) {
        long rest = value;
        for (; (rest & ~0x7fL) != 0; rest >>>= 7) {
            add((int) rest & 0x7f | 0x80);
        }
        add((int) rest);
    }
}
