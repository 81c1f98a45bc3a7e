package dev.perch.traces;

import java.io.InputStream;

/** The unpacked bytes of a packed file; refuses a bomb. */
final class Unpacked extends CountingStream {
    /** Below this nothing is refused: such a file is read in a moment. */
    private static final long HARMLESS = 64L << 20;
    /** How many times its packed size a recording may grow; real ones, which are text of many shapes, reach about 30. */
    private static final long MOST_GROWTH = 250;

    private final CountedStream packed;

    Unpacked(final InputStream in, final CountedStream packed) {
        super(in);
        this.packed = packed;
    }

    @Override
    void counted(final long sum) {
        check(packed.count(), sum);
    }

    /** Refuses what has become so large from so little. */
    static void check(final long packed, final long unpacked) {
        if (unpacked > HARMLESS && unpacked > MOST_GROWTH * packed) {
            throw new IllegalArgumentException("unpacks to more than " + MOST_GROWTH
                    + " times its size, which no recording does: unpack it yourself if you trust it");
        }
    }
}
