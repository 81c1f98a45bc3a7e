package dev.perch.simulator.workload;

import dev.perch.simulator.Benchmark;
import dev.perch.simulator.Options;
import dev.perch.simulator.Workload;

/** {@code stream:repeats=N,array=MIB}. */
public final class StreamBenchmark implements Benchmark {
    private static final int USUAL_REPEATS = 10;
    private static final int MOST_REPEATS = 10_000;
    /** Four times the last-level caches of a large machine together, as STREAM's rules ask for. */
    private static final int USUAL_MEBIBYTES = 2048;
    private static final int MOST_MEBIBYTES = 1 << 20;

    /** For the service loader. */
    public StreamBenchmark() {}

    @Override
    public String name() {
        return "stream";
    }

    @Override
    public String about() {
        return "OpenMP threads that stream over three arrays; MB/s of the best repetition of Copy, Scale, Add, Triad;"
                + " repeats=N (10), array=MIB (2048)";
    }

    @Override
    public Workload configured(final Options options) {
        return new StreamBandwidth(options.number("repeats", 2, MOST_REPEATS, USUAL_REPEATS),
                options.number("array", 1, MOST_MEBIBYTES, USUAL_MEBIBYTES));
    }
}
