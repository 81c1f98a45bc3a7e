package dev.perch.simulator.workload;

import dev.perch.simulator.Metric;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** Latencies as schbench takes them: differences of stamps in whole microseconds, of which it leaves out those of 0. */
final class Latencies {
    private static final int NANOS_A_MICRO = 1000;
    private static final int DIGITS = 3;

    private final Histogram micros = new Histogram(DIGITS);

    void record(final long fromNanos, final long toNanos) {
        final long latency = toNanos / NANOS_A_MICRO - fromNanos / NANOS_A_MICRO;
        if (latency > 0) {
            micros.recordValue(latency);
        }
    }

    void forget() {
        micros.reset();
    }

    /** The metrics {@code NAME_pP} for the percentiles. */
    static Stream<Metric> metrics(final String name, final double... percentiles) {
        return DoubleStream.of(percentiles).mapToObj(percentile -> new Metric(name + "_p" + text(percentile), "us",
                Metric.Better.LOWER));
    }

    private static String text(final double percentile) {
        return percentile == Math.rint(percentile) ? Long.toString((long) percentile) : Double.toString(percentile);
    }

    /** The percentiles, microseconds. */
    Stream<Double> values(final double... percentiles) {
        return DoubleStream.of(percentiles).mapToObj(percentile -> (double) micros.getValueAtPercentile(percentile));
    }
}
