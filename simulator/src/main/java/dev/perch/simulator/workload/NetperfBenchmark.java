package dev.perch.simulator.workload;

import dev.perch.simulator.Benchmark;
import dev.perch.simulator.Options;
import dev.perch.simulator.Workload;

/** {@code netperf:proto=tcp|udp}. */
public final class NetperfBenchmark implements Benchmark {
    /** For the service loader. */
    public NetperfBenchmark() {}

    @Override
    public String name() {
        return "netperf";
    }

    @Override
    public String about() {
        return "client/server pairs that bounce a byte over loopback; transactions/s per pair; proto=tcp|udp (tcp)";
    }

    @Override
    public Workload configured(final Options options) {
        return new Netperf(options.choice("proto", Netperf.Protocol.TCP));
    }
}
