package dev.perch.traces;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A file's bytes as they lie on disk, counted. */
final class CountedStream extends FilterInputStream {
    private static final int STEP = 1 << 20;

    private final long total;
    private final Progress progress;
    private long count;
    private long nextReport = STEP;

    CountedStream(final InputStream in, final long total, final Progress progress) {
        super(new BufferedInputStream(in, 1 << 16));
        this.total = total;
        this.progress = progress;
    }

    /** How many bytes have been read. */
    long count() {
        return count;
    }

    @Override
    public int read() throws IOException {
        final int value = super.read();
        counted(value < 0 ? 0 : 1);
        return value;
    }

    @Override
    public int read(final byte[] into, final int offset, final int length) throws IOException {
        final int n = super.read(into, offset, length);
        counted(Math.max(n, 0));
        return n;
    }

    private void counted(final int n) {
        count += n;
        if (count >= nextReport) {
            nextReport = count + STEP;
            progress.at(count, total);
        }
    }
}
