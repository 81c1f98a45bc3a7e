package dev.perch.traces.raw;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Numbers in bytes, of either order. */
enum ByteOrdered {
    /** Least significant byte first. */
    LITTLE,
    /** Most significant byte first. */
    BIG;

    private static final VarHandle SHORT_LITTLE = view(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle SHORT_BIG = view(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT_LITTLE = view(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT_BIG = view(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG_LITTLE = view(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG_BIG = view(long[].class, ByteOrder.BIG_ENDIAN);

    private static VarHandle view(final Class<?> array, final ByteOrder order) {
        return MethodHandles.byteArrayViewVarHandle(array, order);
    }

    /** The two bytes at {@code at}, 0 to 65535. */
    int u16(final byte[] bytes, final int at) {
        return (this == LITTLE ? (short) SHORT_LITTLE.get(bytes, at) : (short) SHORT_BIG.get(bytes, at)) & 0xffff;
    }

    /** The four bytes at {@code at}. */
    int s32(final byte[] bytes, final int at) {
        return this == LITTLE ? (int) INT_LITTLE.get(bytes, at) : (int) INT_BIG.get(bytes, at);
    }

    /** The four bytes at {@code at}, never negative. */
    long u32(final byte[] bytes, final int at) {
        return s32(bytes, at) & 0xffff_ffffL;
    }

    /** The eight bytes at {@code at}. */
    long s64(final byte[] bytes, final int at) {
        return this == LITTLE ? (long) LONG_LITTLE.get(bytes, at) : (long) LONG_BIG.get(bytes, at);
    }

    /** A number of 1, 2, 4 or 8 bytes; the sign counts where {@code signed}. */
    long number(final byte[] bytes, final int at, final int size, final boolean signed) {
        return switch (size) {
            case 1 -> signed ? bytes[at] : bytes[at] & 0xff;
            case 2 -> signed ? (short) u16(bytes, at) : u16(bytes, at);
            case 4 -> signed ? s32(bytes, at) : u32(bytes, at);
            default -> s64(bytes, at);
        };
    }
}
