package dev.perch.simulator.workload;

import dev.perch.simulator.Benchmark;
import dev.perch.simulator.Options;
import dev.perch.simulator.Workload;

/** {@code tbench}. */
public final class TbenchBenchmark implements Benchmark {
    /** For the service loader. */
    public TbenchBenchmark() {}

    @Override
    public String name() {
        return "tbench";
    }

    @Override
    public String about() {
        return "client/server pairs over loopback TCP that replay dbench's operations; MB/s; no options";
    }

    @Override
    public Workload configured(final Options options) {
        return new Tbench();
    }
}
