package dev.perch.simulator.jvm;

import dev.perch.scheduler.Policies;
import dev.perch.scheduler.Policy;
import dev.perch.scheduler.runtime.JvmPerch;
import dev.perch.simulator.Metric;
import dev.perch.simulator.Workload;
import dev.perch.simulator.World;
import java.util.List;

/**
 * Virtual threads of one JVM: the run's policy places these, and the kernel around it places the JVM's own threads.
 *
 * @param benchName what {@code bench} is called
 * @param bench     what the threads do
 * @param policy    who places them
 */
record JvmWorkload(String benchName, Bench bench, Policy policy) implements Workload {
    JvmWorkload(final String benchName, final Bench bench) {
        this(benchName, bench, new JvmPerch());
    }

    @Override
    public String name() {
        return "jvm:bench=" + benchName;
    }

    @Override
    public String caseName() {
        return benchName;
    }

    @Override
    public String loadUnit() {
        return bench.unit();
    }

    @Override
    public List<Metric> metrics() {
        return List.of(new Metric("throughput", "operations/s, simulated", Metric.Better.HIGHER));
    }

    @Override
    public Workload under(final Policy placing) {
        return new JvmWorkload(benchName, bench, placing);
    }

    @Override
    public Policy kernel(final Policy placing) {
        return Policies.kernels().named(placing.kernel().name());
    }

    @Override
    public Trial start(final World world, final int load) {
        final var jvm = new Jvm(world, policy);
        bench.begin(jvm, load);
        jvm.start();
        return jvm.operations;
    }
}
