package dev.perch.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A counter alone on its cache lines, so that those who write its neighbours do not slow those who read it: the
 * middle of an array. The order of every access is in its name, as VarHandle defines it.
 */
final class PaddedLong {
    /** Two lines of 64 bytes: the hardware fetches them in pairs. */
    private static final int PAD = 16;
    private static final VarHandle VALUE = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] cells = new long[PAD + 1 + PAD];

    long getPlain() {
        return cells[PAD];
    }

    long getAcquire() {
        return (long) VALUE.getAcquire(cells, PAD);
    }

    long getVolatile() {
        return (long) VALUE.getVolatile(cells, PAD);
    }

    void setRelease(final long to) {
        VALUE.setRelease(cells, PAD, to);
    }

    boolean compareAndSetVolatile(final long from, final long to) {
        return VALUE.compareAndSet(cells, PAD, from, to);
    }
}
