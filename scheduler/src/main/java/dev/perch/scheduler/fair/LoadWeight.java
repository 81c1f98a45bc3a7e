package dev.perch.scheduler.fair;

/**
 * The weight of an entity or a runqueue and its reciprocal, with which the kernel turns divisions into
 * multiplications.
 *
 * @param weight  in units of 1/1024 of a nice level's table value (scale_load): nice 0 is 1024 × 1024
 * @param inverse 2^32 divided by the table value
 */
public record LoadWeight(long weight, long inverse) {
    /** The weight of nice 0, scaled. */
    public static final long NICE_0 = 1L << 20;
    /** The weight of a SCHED_IDLE task. */
    public static final LoadWeight SCHED_IDLE = new LoadWeight(3L << 10, 1_431_655_765);

    private static final long MAX_INVERSE = 0xFFFF_FFFFL;
    private static final int LOWEST_NICE = -20;
    // Each level is about 1.25 times the next: a tenth of the CPU more or less (kernel documentation, sched-nice-design).
    private static final int[] TABLE = {88761, 71755, 56483, 46273, 36291, 29154, 23254, 18705, 14949, 11916, 9548,
            7620,
            6100, 4904, 3906, 3121, 2501, 1991, 1586, 1277, 1024, 820, 655, 526, 423, 335, 272, 215, 172, 137, 110, 87,
            70, 56, 45, 36, 29, 23, 18, 15};
    private static final LoadWeight[] BY_NICE = new LoadWeight[TABLE.length];

    static {
        for (int i = 0; i < TABLE.length; i++) {
            final double exact = (double) (1L << 32) / TABLE[i];
            // the kernel's table of reciprocals is rounded, but cut off from nice 13 on
            final long inverse = i + LOWEST_NICE < 13 ? Math.round(exact) : (long) exact;
            BY_NICE[i] = new LoadWeight((long) TABLE[i] << 10, inverse);
        }
    }

    /** The weight of a nice level, -20 to 19. */
    public static LoadWeight ofNice(final int nice) {
        if (nice < LOWEST_NICE || nice >= LOWEST_NICE + BY_NICE.length) {
            throw new IllegalArgumentException("nice " + nice + " is outside -20 to 19");
        }
        return BY_NICE[nice - LOWEST_NICE];
    }

    /** A weight outside the table, scaled, with its reciprocal. */
    public static LoadWeight of(final long weight) {
        return new LoadWeight(weight, inverseOf(weight));
    }

    /** The weight as averages and virtual time use it: a table value, at least 2 where there is any weight. */
    public long down() {
        return down(weight);
    }

    /** A scaled weight brought down to the table's scale. */
    public static long down(final long weight) {
        return weight == 0 ? 0 : Math.max(2, weight >>> 10);
    }

    /** {@code delta} nanoseconds of this entity's run time as virtual time: × nice 0's weight / its own. */
    public long virtual(final long delta) {
        return weight == NICE_0 ? delta : scale(delta, NICE_0, inverse);
    }

    /** The share that {@code part} has of {@code delta} nanoseconds where {@code whole} (scaled) is shared out. */
    public static long share(final long delta, final long part, final long whole) {
        return scale(delta, part, inverseOf(whole));
    }

    private static long inverseOf(final long weight) {
        final long down = down(weight);
        if (down >= MAX_INVERSE) {
            return 1;
        }
        return down == 0 ? MAX_INVERSE : MAX_INVERSE / down;
    }

    /** delta × weight × inverse / 2^32, in a 32-bit factor and a shift: bits that do not fit are lost, as in the kernel. */
    private static long scale(final long delta, final long weight, final long inverse) {
        int shift = 32;
        long factor = down(weight);
        final int weightBits = 32 - Integer.numberOfLeadingZeros((int) (factor >>> 32));
        shift -= weightBits;
        factor = (factor >>> weightBits) * inverse;
        final int excess = 32 - Integer.numberOfLeadingZeros((int) (factor >>> 32));
        shift -= excess;
        factor >>>= excess;
        return shiftedProduct(delta, factor, shift);
    }

    private static long shiftedProduct(final long value, final long factor, final int shift) {
        final long high = Math.unsignedMultiplyHigh(value, factor);
        final long low = value * factor;
        return shift == 0 ? low : high << 64 - shift | low >>> shift;
    }
}
