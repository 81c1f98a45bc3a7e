package dev.perch.traces.ctf;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** A place in a packet's bits. Beyond the packet's content every read fails, once and for all. */
final class Bits {
    /** How many bytes must lie behind a packet's last, so that a number can be read as a whole word. */
    static final int MARGIN = 16;
    private static final VarHandle LITTLE = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle BIG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private byte[] bytes = new byte[MARGIN];
    private long at;
    private long end;

    /** Starts at the packet's first bit; it lies in these bytes, with the margin behind it. */
    void over(final byte[] packet, final long bits) {
        bytes = packet;
        at = 0;
        end = bits;
    }

    /** The packet's content ends here. */
    void end(final long bits) {
        end = Math.min(bits, end);
    }

    /** The place. */
    long at() {
        return at;
    }

    /** Whether the content is used up, or was not enough. */
    boolean atEnd() {
        return at >= end;
    }

    /** Whether a read went beyond the content. */
    boolean failed() {
        return at > end;
    }

    /** Goes on to a multiple of so many bits. */
    void align(final int bits) {
        at = at + bits - 1 & -bits;
    }

    /** Passes over so many bits. */
    void skip(final long bits) {
        at = bits < 0 || bits > end - at ? end + 1 : at + bits;
    }

    /** The bytes. */
    byte[] bytes() {
        return bytes;
    }

    /** Reads a number. */
    long number(final Type.Int type) {
        align(type.align());
        final int size = type.size();
        if (size > end - at) {
            at = end + 1;
            return 0;
        }
        final int index = (int) (at >>> 3);
        final int shift = (int) at & 7;
        at += size;
        long value;
        if (type.big()) {
            value = (long) BIG.get(bytes, index) << shift;
            if (size > 64 - shift) {
                value |= (bytes[index + 8] & 0xffL) >>> 8 - shift;
            }
            return type.signed() ? value >> 64 - size : value >>> 64 - size;
        }
        value = (long) LITTLE.get(bytes, index) >>> shift;
        if (size > 64 - shift) {
            value |= (bytes[index + 8] & 0xffL) << 64 - shift;
        }
        value <<= 64 - size;
        return type.signed() ? value >> 64 - size : value >>> 64 - size;
    }
}
