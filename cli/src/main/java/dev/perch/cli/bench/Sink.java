package dev.perch.cli.bench;

/** Where results go so that the work for them is not optimised away. */
final class Sink {
    private static volatile double kept;

    private Sink() {}

    static void keep(final double value) {
        if (value == 0.123_456_789) { // never; the compiler cannot know
            kept = value;
        }
    }

    static double kept() {
        return kept;
    }
}
