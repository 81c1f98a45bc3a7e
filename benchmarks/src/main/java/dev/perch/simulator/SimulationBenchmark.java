package dev.perch.simulator;

import dev.perch.machines.Machine;
import dev.perch.machines.Machines;
import dev.perch.machines.Variation;
import dev.perch.scheduler.Policies;
import dev.perch.scheduler.Policy;
import dev.perch.simulator.workload.Netperf;
import dev.perch.topology.Architecture;
import dev.perch.topology.Topology;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How many wake-ups a second are simulated on one core, and what one allocates, on machines of 28 to 448 CPUs of the
 * same kind: packages of 28 (14 cores of two threads, one LLC and node), with a netperf pair for every two CPUs. One
 * operation is a tenth of a simulated millisecond of a run under way.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 3)
@Measurement(iterations = 5, time = 3)
public class SimulationBenchmark {
    private static final int CORES = 14;
    private static final int THREADS = 2;
    private static final long WARM_UP_NANOS = 20_000_000;
    private static final long STEP_NANOS = 100_000;

    /** How many CPUs the machine has. */
    @Param({"28", "112", "448"})
    public int cpus;

    /** The kernel. */
    @Param("linux-6.1")
    public String policy;

    private Simulation simulation;
    private Workload.Trial trial;

    /** What one iteration simulated, by the second. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class Simulated {
        /** Wake-ups placed. */
        public long wakeUps;
        /** Events that happened. */
        public long events;
    }

    /** Starts the run, and lets it get under way. */
    @Setup
    public void start() throws IOException {
        final Machine xeon = Machines.find("xeon-112cpu-llc");
        final var machine = new Machine(topology(), "", xeon.costs(), xeon.name());
        final Workload netperf = new Netperf(Netperf.Protocol.TCP);
        final Policy kernel = Policies.kernels().named(policy);
        simulation = new Simulation(machine, machine.topology().cpus(), netperf.kernel(kernel), Settings.SEED,
                Variation.NONE);
        trial = simulation.load(netperf.under(kernel), cpus / THREADS);
        simulation.runUntilUnderway(trial);
        simulation.run(simulation.now + WARM_UP_NANOS, trial);
    }

    private Topology topology() {
        final Topology.Builder builder = Topology.builder("xeon-" + cpus).architecture(Architecture.X86_64);
        final int cores = cpus / THREADS;
        for (int cpu = 0; cpu < cpus; cpu++) {
            final int core = cpu % cores;
            final int pack = core / CORES;
            builder.cpu(cpu, new Topology.Place(core, core, pack, pack, pack, pack, Topology.FULL_CAPACITY));
        }
        return builder.build();
    }

    /** Simulates on. */
    @Benchmark
    public long step(final Simulated simulated) {
        final long wakeUps = simulation.wakeUps;
        final long events = simulation.happened();
        simulation.run(simulation.now + STEP_NANOS, trial);
        simulated.wakeUps += simulation.wakeUps - wakeUps;
        simulated.events += simulation.happened() - events;
        return simulation.now;
    }
}
