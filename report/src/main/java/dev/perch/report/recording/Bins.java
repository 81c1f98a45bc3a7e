package dev.perch.report.recording;

import java.util.Arrays;

/**
 * Time spent, summed by CPU over equal bins. The recording's length is not known while it is read: whenever it outgrows
 * the bins, each two become one of double width.
 */
final class Bins {
    /** How many bins there are at most. */
    static final int MOST = 2048;
    private static final int FULL = 255;

    private final long[][] sums;
    private int shift = 10;

    Bins(final int cpus) {
        sums = new long[cpus][];
    }

    /** A bin's width, ns. */
    long width() {
        return 1L << shift;
    }

    /** Makes the bins this wide, unless they are wider; widths are powers of two. */
    void widen(final long width) {
        while (width() < width) {
            halve();
        }
    }

    /** Adds the time between two stamps, counted from the recording's begin in ns. */
    void add(final int cpu, final long from, final long to) {
        while (to >> shift >= MOST) {
            halve();
        }
        if (sums[cpu] == null) {
            sums[cpu] = new long[MOST];
        }
        final long[] row = sums[cpu];
        final int first = (int) (from >> shift);
        final int last = (int) (to >> shift);
        if (first == last) {
            row[first] += to - from;
            return;
        }
        row[first] += (first + 1L << shift) - from;
        for (int bin = first + 1; bin < last; bin++) {
            row[bin] += 1L << shift;
        }
        row[last] += to - ((long) last << shift);
    }

    private void halve() {
        shift++;
        for (final long[] row : sums) {
            if (row != null) {
                for (int bin = 0; bin < MOST / 2; bin++) {
                    row[bin] = row[2 * bin] + row[2 * bin + 1];
                }
                Arrays.fill(row, MOST / 2, MOST, 0);
            }
        }
    }

    /**
     * One byte for each of the first {@code count} bins of each CPU in {@code order}, CPU after CPU.
     *
     * @param most which sum over a bin, as a multiple of its width, is 255; more is that too
     */
    Bytes levels(final int[] order, final int count, final int most) {
        final var levels = new Bytes();
        for (final int cpu : order) {
            final int place = levels.grow(count);
            for (int bin = 0; sums[cpu] != null && bin < count; bin++) {
                final long level = (sums[cpu][bin] * FULL / most + width() - 1) / width();
                levels.array()[place + bin] = (byte) Math.min(level, FULL);
            }
        }
        return levels;
    }
}
