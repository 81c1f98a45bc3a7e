package dev.perch.traces.raw;

/**
 * How a recorded stamp becomes ns: {@code (stamp * multiplier >> shift) - offset}.
 *
 * @param multiplier 0 where stamps are ns already
 */
record StampScale(long multiplier, int shift, long offset) {
    /** Stamps are ns. */
    static final StampScale NANOS = new StampScale(0, 0, 0);

    /** The ns of this stamp. */
    long nanos(final long stamp) {
        if (multiplier == 0) {
            return stamp;
        }
        final long low = stamp * multiplier;
        final long high = Math.multiplyHigh(stamp, multiplier);
        return (shift == 0 ? low : high << 64 - shift | low >>> shift) - offset;
    }
}
