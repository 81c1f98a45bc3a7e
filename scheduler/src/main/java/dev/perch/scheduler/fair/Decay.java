package dev.perch.scheduler.fair;

/**
 * Geometric decay in integers: y per period of 1024 µs with y^32 = 1/2. The factors are 32-bit fractions
 * floor((2^32 - 1) y^n), as the kernel's own generator (Documentation/scheduler/sched-pelt.c) computes them.
 */
public final class Decay {
    /** Periods in which a value halves. */
    public static final int HALF_LIFE = 32;
    /** Length of a period, microseconds (and PELT's units of 1024 ns). */
    public static final int PERIOD = 1024;
    /** What an entity that never stops sums up to: the limit of 1024 (y + y^2 + …) in the kernel's rounding. */
    public static final int MAX_SUM = 47_742;

    private static final int GONE = HALF_LIFE * 63;
    private static final long[] FRACTIONS = new long[HALF_LIFE];

    static {
        for (int n = 0; n < HALF_LIFE; n++) {
            FRACTIONS[n] = (long) (0xFFFF_FFFFL * StrictMath.pow(0.5, (double) n / HALF_LIFE));
        }
    }

    private Decay() {}

    /** {@code value} (unsigned) after {@code periods} periods; 0 after 2016 of them. */
    public static long decay(final long value, final long periods) {
        if (periods > GONE) {
            return 0;
        }
        final int n = (int) periods;
        return multiplyHigh32(value >>> n / HALF_LIFE, FRACTIONS[n % HALF_LIFE]);
    }

    /** (value × fraction) / 2^32, both unsigned, fraction below 2^32. */
    private static long multiplyHigh32(final long value, final long fraction) {
        final long low = (value & 0xFFFF_FFFFL) * fraction >>> 32;
        return (value >>> 32) * fraction + low;
    }
}
