package dev.perch.simulator.jvm;

import dev.perch.simulator.Benchmark;
import dev.perch.simulator.Options;
import dev.perch.simulator.Workload;

/** {@code jvm:bench=NAME}. */
public final class JvmBenchmark implements Benchmark {
    /** For the service loader. */
    public JvmBenchmark() {}

    @Override
    public String name() {
        return "jvm";
    }

    @Override
    public String about() {
        return "virtual threads of a JVM, placed by jvm-perch, jvm-fjp or a kernel's policy; operations/s; bench="
                + String.join("|", Benches.all().keySet()) + " (pingpong)";
    }

    @Override
    public Workload configured(final Options options) {
        final var all = Benches.all();
        final String bench = options.name("bench", all.keySet(), "pingpong");
        return new JvmWorkload(bench, all.get(bench));
    }
}
