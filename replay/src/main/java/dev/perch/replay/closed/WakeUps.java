package dev.perch.replay.closed;

import dev.perch.simulator.Metric;
import dev.perch.simulator.Workload.Trial;
import dev.perch.simulator.World;
import dev.perch.topology.Distance;
import java.util.List;
import org.HdrHistogram.Histogram;

/** The wake-ups of one run: how long the wakees waited for a CPU, and how far from their wakers they ran. */
final class WakeUps implements Trial {
    /**
     * What is measured, in the order of {@link #results}: the wait from the wake-up, and how many wakees ran on their
     * waker's CPU, within its cluster, within its last-level cache, and where they had run before.
     */
    static final List<Metric> METRICS = List.of(new Metric("wakeup_latency_p50", "us", Metric.Better.LOWER),
            new Metric("wakeup_latency_p99", "us", Metric.Better.LOWER),
            share("waker_cpu"), share("waker_cluster"), share("waker_llc"), share("previous_cpu"));
    private static final int DIGITS = 3;
    private static final double NANOS_A_MICRO = 1000;
    private static final double PERCENT = 100;

    private static Metric share(final String name) {
        return Metric.share(name, "wake-ups");
    }

    private final World world;
    private final Histogram latencies = new Histogram(DIGITS);
    private final long[] fromWaker = new long[Distance.values().length];
    private long onPrevious;
    private int living;

    /** None so far, of {@code tasks} tasks. */
    WakeUps(final World world, final int tasks) {
        this.world = world;
        living = tasks;
    }

    /** A task that was woken so long ago from CPU {@code waker}, having run on {@code previous}, runs on {@code cpu}. */
    void runs(final int waker, final int previous, final int cpu, final long latencyNanos) {
        latencies.recordValue(Math.max(0, latencyNanos));
        fromWaker[world.distance(waker, cpu).ordinal()]++;
        onPrevious += cpu == previous ? 1 : 0;
    }

    /** A task has come to the end of its script. */
    void ended() {
        living--;
    }

    @Override
    public void warm(final long nowNanos) {
        // a recording has one beginning: all of it is measured
    }

    @Override
    public boolean isDone() {
        return living == 0;
    }

    @Override
    public List<Double> results(final long nowNanos) {
        return List.of(percentile(50), percentile(99), within(Distance.SAME_CPU), within(Distance.CLUSTER),
                within(Distance.LLC), PERCENT * onPrevious / latencies.getTotalCount());
    }

    private double percentile(final double percent) {
        return latencies.getTotalCount() == 0 ? Double.NaN
                : latencies.getValueAtPercentile(percent) / NANOS_A_MICRO;
    }

    private double within(final Distance farthest) {
        long count = 0;
        for (int distance = 0; distance <= farthest.ordinal(); distance++) {
            count += fromWaker[distance];
        }
        return PERCENT * count / latencies.getTotalCount();
    }
}
