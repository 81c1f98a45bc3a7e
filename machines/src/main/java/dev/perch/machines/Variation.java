package dev.perch.machines;

/** What constants are taken for: as they stand, or another way, to see what hangs on them. */
@FunctionalInterface
public interface Variation {
    /** Every constant as it stands. */
    Variation NONE = (constant, value) -> value;

    /** What the figure {@code value} of {@code constant} is taken for. A constant may have several figures. */
    double of(String constant, double value);
}
