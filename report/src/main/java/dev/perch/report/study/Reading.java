package dev.perch.report.study;

import dev.perch.simulator.Metric.Better;

/**
 * Which figure of an experiment a row prints.
 *
 * @param figure       its name, one of {@link Figures}
 * @param better       which direction is better
 * @param isReciprocal whether the row prints its reciprocal: a throughput where the benchmark tells a time
 */
record Reading(String figure, Better better, boolean isReciprocal) {
    static Reading of(final String figure, final Better better) {
        return new Reading(figure, better, false);
    }

    /** The same figure where a table says that {@code direction} is better. */
    Reading judgedBy(final Better direction) {
        return new Reading(figure, direction, isReciprocal);
    }

    /** The row's figure of what a run measured; NaN where it measured no such thing. */
    double of(final Figures figures) {
        final double value = figures.value(figure);
        return isReciprocal ? 1 / value : value;
    }

    /** By how many percent {@code candidate} is better than {@code baseline}. */
    double change(final double baseline, final double candidate) {
        return 100 * (better == Better.HIGHER ? candidate - baseline : baseline - candidate) / baseline;
    }
}
