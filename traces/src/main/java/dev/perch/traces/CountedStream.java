package dev.perch.traces;

import java.io.BufferedInputStream;
import java.io.InputStream;

/** A file's bytes as they lie on disk, counted. */
final class CountedStream extends CountingStream {
    private static final int STEP = 1 << 20;

    private final long total;
    private final Progress progress;
    private long nextReport = STEP;

    CountedStream(final InputStream in, final long total, final Progress progress) {
        super(new BufferedInputStream(in, 1 << 16));
        this.total = total;
        this.progress = progress;
    }

    @Override
    void counted(final long sum) {
        if (sum >= nextReport) {
            nextReport = sum + STEP;
            progress.at(sum, total);
        }
    }
}
