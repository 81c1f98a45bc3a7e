package dev.perch.traces;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Counts the bytes that are read through it. */
sealed class CountingStream extends FilterInputStream permits CountedStream, Unpacked {
    private long count;

    CountingStream(final InputStream in) {
        super(in);
    }

    /** How many bytes have been read. */
    final long count() {
        return count;
    }

    /** Is told after each read; {@code sum} bytes have been read so far. */
    void counted(final long sum) {}

    @Override
    public final int read() throws IOException {
        final int value = super.read();
        count += value < 0 ? 0 : 1;
        counted(count);
        return value;
    }

    @Override
    public final int read(final byte[] into, final int offset, final int length) throws IOException {
        final int n = super.read(into, offset, length);
        count += Math.max(n, 0);
        counted(count);
        return n;
    }
}
