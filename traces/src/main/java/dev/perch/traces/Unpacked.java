package dev.perch.traces;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The unpacked bytes of a packed file; refuses a bomb. */
final class Unpacked extends FilterInputStream {
    /** Below this nothing is refused: such a file is read in a moment. */
    private static final long HARMLESS = 64L << 20;
    /** How many times its packed size a recording may grow; real ones, which are text of many shapes, reach about 30. */
    private static final long MOST_GROWTH = 250;

    private final CountedStream packed;
    private long count;

    Unpacked(final InputStream in, final CountedStream packed) {
        super(in);
        this.packed = packed;
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
        if (count > HARMLESS && count > MOST_GROWTH * packed.count()) {
            throw new IllegalArgumentException("unpacks to more than " + MOST_GROWTH
                    + " times its size, which no recording does: unpack it yourself if you trust it");
        }
    }
}
