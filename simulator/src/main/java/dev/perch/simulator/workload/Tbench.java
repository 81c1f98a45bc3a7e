package dev.perch.simulator.workload;

import dev.perch.simulator.KernelPath;
import dev.perch.simulator.Metric;
import dev.perch.simulator.Workload;
import dev.perch.simulator.World;
import java.util.List;
import java.util.function.DoubleSupplier;

/**
 * tbench: dbench's load file over loopback TCP. A client sends an operation with a length before it and waits for the
 * reply; both ends read the length and the rest by calls of their own. Payload as in Debian's client.txt (458,342
 * operations a loop): sent median 109 bytes, mean 2.3 kB; received median 71, mean 3.3 kB; both up to 64 kB.
 */
public record Tbench() implements Workload {
    private static final double BYTES_AN_OPERATION = 5428;
    private static final int LARGEST = 64 << 10;
    private static final int SENT_MEDIAN = 109;
    private static final double SENT_MEAN = 2300;
    private static final int RECEIVED_MEDIAN = 71;
    private static final double RECEIVED_MEAN = 3300;
    /**
     * A side's own code for an operation, on the reference core: a line of the load file or the parsing of a request,
     * and the second read call for the message; an estimate.
     */
    private static final double THINK_NANOS = 900;
    /** What a process touches between two sleeps: as netperf's, and the parameters and buffers of its requests. */
    private static final int WORKING_SET = 24 << 10;
    private static final double MEGABYTE = 1e6;

    @Override
    public String name() {
        return "tbench";
    }

    @Override
    public String caseName() {
        return "loopback";
    }

    @Override
    public String loadUnit() {
        return "clients";
    }

    @Override
    public List<Metric> metrics() {
        return List.of(new Metric("throughput", "MB/s", Metric.Better.HIGHER));
    }

    @Override
    public Trial start(final World world, final int clients) {
        return new RequestResponse(world, clients, 0, world.path(KernelPath.TCP), WORKING_SET,
                new RequestResponse.Side(THINK_NANOS, sizes(world, SENT_MEDIAN, SENT_MEAN)),
                new RequestResponse.Side(THINK_NANOS, sizes(world, RECEIVED_MEDIAN, RECEIVED_MEAN)),
                BYTES_AN_OPERATION / MEGABYTE);
    }

    /** Mostly the median, and as many of the largest as make up the mean. */
    private static DoubleSupplier sizes(final World world, final int median, final double mean) {
        final double large = (mean - median) / (LARGEST - median);
        return () -> world.chance() < large ? LARGEST : median;
    }
}
