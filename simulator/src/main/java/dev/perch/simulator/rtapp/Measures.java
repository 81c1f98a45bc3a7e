package dev.perch.simulator.rtapp;

import dev.perch.simulator.Metric;
import dev.perch.simulator.Metric.Better;
import dev.perch.simulator.Workload.Trial;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** What rt-app logs of its threads, over all of them and all loops of their phases. */
final class Measures implements Trial {
    private static final int DIGITS = 3;
    private static final double NANOS_A_MICRO = 1000;
    private static final double PERCENT = 100;
    private static final List<Metric> METRICS = List.of(micros("wakeup_latency_p50"), micros("wakeup_latency_p99"),
            micros("run_p50"), micros("run_p99"), micros("period_p50"), micros("period_p99"));
    private static final List<Metric> TIMED = List.of(Metric.share("slack_p50", "the period"),
            Metric.share("slack_p1", "the period"));

    private final Histogram latencies = new Histogram(DIGITS);
    private final Histogram runs = new Histogram(DIGITS);
    private final Histogram periods = new Histogram(DIGITS);
    private final Histogram missing = new Histogram(DIGITS); // of the period, in hundredths of a percent: 100 % - slack
    private final boolean timed;
    private int living;

    /** Nothing yet; {@code timed} if there are timers. */
    Measures(final boolean timed) {
        this.timed = timed;
    }

    private static Metric micros(final String name) {
        return new Metric(name, "us", Better.LOWER);
    }

    /** What is measured. */
    static List<Metric> metrics(final boolean timed) {
        final List<Metric> metrics = new ArrayList<>(METRICS);
        if (timed) {
            metrics.addAll(TIMED);
        }
        return metrics;
    }

    /** There is another thread. */
    void began() {
        living++;
    }

    /** A thread has ended. */
    void ended() {
        living--;
    }

    /** A thread runs so long after it was woken or its timer fired. */
    void woken(final long nanos) {
        latencies.recordValue(Math.max(0, nanos));
    }

    /** A loop of a phase took so long, and so long the parts of it in which the thread was to run, if any. */
    void looped(final long ranNanos, final long nanos) {
        if (ranNanos > 0) {
            runs.recordValue(ranNanos);
        }
        periods.recordValue(nanos);
    }

    /** A thread came to its timer so long before the end of the timer's period; negative for after it. */
    void timed(final long slackNanos, final long periodNanos) {
        if (periodNanos > 0) {
            missing.recordValue(Math.max(0, Math.round(PERCENT * PERCENT * (periodNanos - slackNanos) / periodNanos)));
        }
    }

    @Override
    public void warm(final long nowNanos) {
        // a file has one beginning: all of it is measured
    }

    @Override
    public boolean isDone() {
        return living == 0;
    }

    @Override
    public List<Double> results(final long nowNanos) {
        final List<Double> results = new ArrayList<>();
        for (final Histogram times : List.of(latencies, runs, periods)) {
            results.add(percentile(times, 50) / NANOS_A_MICRO);
            results.add(percentile(times, 99) / NANOS_A_MICRO);
        }
        if (timed) {
            results.add(PERCENT - percentile(missing, 50) / PERCENT);
            results.add(PERCENT - percentile(missing, 99) / PERCENT);
        }
        return results;
    }

    private static double percentile(final Histogram of, final double percent) {
        return of.getTotalCount() == 0 ? Double.NaN : (double) of.getValueAtPercentile(percent);
    }
}
