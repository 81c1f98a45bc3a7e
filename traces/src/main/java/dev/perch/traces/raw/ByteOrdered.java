package dev.perch.traces.raw;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Numbers in bytes, of either order. */
enum ByteOrdered {
    /** Least significant byte first. */
    LITTLE,
    /** Most significant byte first. */
    BIG;

    private static final VarHandle SHORT = view(short[].class);
    private static final VarHandle INT = view(int[].class);
    private static final VarHandle LONG = view(long[].class);

    private static VarHandle view(final Class<?> array) {
        return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.LITTLE_ENDIAN);
    }

    /** The two bytes at {@code at}, 0 to 65535. */
    int u16(final byte[] bytes, final int at) {
        final short little = (short) SHORT.get(bytes, at);
        return (this == LITTLE ? little : Short.reverseBytes(little)) & 0xffff;
    }

    /** The four bytes at {@code at}. */
    int s32(final byte[] bytes, final int at) {
        final int little = (int) INT.get(bytes, at);
        return this == LITTLE ? little : Integer.reverseBytes(little);
    }

    /** The four bytes at {@code at}, never negative. */
    long u32(final byte[] bytes, final int at) {
        return s32(bytes, at) & 0xffff_ffffL;
    }

    /** The eight bytes at {@code at}. */
    long s64(final byte[] bytes, final int at) {
        final long little = (long) LONG.get(bytes, at);
        return this == LITTLE ? little : Long.reverseBytes(little);
    }

    /** A number of 1, 2, 4 or 8 bytes; the sign counts where {@code signed}. */
    long number(final byte[] bytes, final int at, final int size, final boolean signed) {
        final int beside = Long.SIZE - (size << 3); // bits of the word that belong to other fields
        final long word = at + Long.BYTES <= bytes.length ? s64(bytes, at) : lastWord(bytes, at);
        final long first = this == LITTLE ? word << beside : word;
        return signed ? first >> beside : first >>> beside;
    }

    /** The word at {@code at} where the bytes end within it; zeros stand for those beyond. */
    private long lastWord(final byte[] bytes, final int at) {
        return s64(Arrays.copyOfRange(bytes, at, at + Long.BYTES), 0);
    }
}
