package dev.perch.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perch.machines.Catalogue;
import dev.perch.machines.Machine;
import dev.perch.machines.Variation;
import dev.perch.scheduler.Policies;
import dev.perch.simulator.SimulatedTask.State;
import dev.perch.topology.Topology;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

/** No task is lost, run twice, or on two CPUs, on random small machines under random workloads and policies. */
class ConservationTest {
    private static final List<String> POLICIES = List.of("linux-5.10", "linux-5.19+SIS_UTIL", "linux-6.1",
            "linux-6.5+CLUSTER_SCAN", "linux-6.12");
    private static final List<String> WORKLOADS = List.of("tbench", "netperf:proto=udp", "hackbench:fds=3",
            "hackbench:ipc=sockets,mode=threads,fds=5");

    @Test
    void everyTaskIsWhereItsStateSays() {
        final var random = RandomGeneratorFactory.of("L64X128MixRandom").create(7);
        for (int round = 0; round < 60; round++) {
            final Machine machine = machine(random);
            final var policy = Policies.kernels().named(POLICIES.get(random.nextInt(POLICIES.size())));
            final var workload = Workloads.parse(WORKLOADS.get(random.nextInt(WORKLOADS.size())),
                    ConservationTest.class.getClassLoader());
            final var simulation = new Simulation(machine, machine.topology().cpus(), policy, round,
                    Variation.NONE);
            final var trial = simulation.load(workload, 1 + random.nextInt(6));
            for (int step = 1; step <= 300; step++) {
                simulation.run(Simulation.START + step * 30_011L, trial);
                check(simulation);
            }
        }
    }

    private static Machine machine(final RandomGenerator random) {
        final int threads = 1 + random.nextInt(2);
        final int cores = 1 + random.nextInt(3);
        final int clusters = 1 + random.nextInt(2);
        final int llcs = 1 + random.nextInt(2);
        final int nodes = 1 + random.nextInt(2);
        final var builder = Topology.builder("random");
        int cpu = 0;
        for (int node = 0; node < nodes; node++) {
            for (int llc = 0; llc < llcs; llc++) {
                for (int cluster = 0; cluster < clusters; cluster++) {
                    for (int core = 0; core < cores; core++) {
                        for (int thread = 0; thread < threads; thread++) {
                            builder.cpu(cpu, new Topology.Place(cpu / threads, cpu / (threads * cores),
                                    cpu / (threads * cores * clusters), node, node, node, Topology.FULL_CAPACITY));
                            cpu++;
                        }
                    }
                }
            }
        }
        return new Machine(builder.build(), "random", Catalogue.machine("epyc-milan").costs(), "");
    }

    private static void check(final Simulation simulation) {
        final Set<SimulatedTask> running = new HashSet<>();
        int queued = 0;
        for (final Processor p : simulation.processors) {
            if (p.current != null) {
                assertThat(running.add(p.current)).as("runs on one CPU only").isTrue();
                assertThat(p.current.state).isEqualTo(State.RUNNABLE);
                assertThat(p.current.cpu).isEqualTo(p.cpu);
                assertThat(p.current.entity.queued).isTrue();
            }
            assertThat(p.runqueue.nrRunning()).isGreaterThanOrEqualTo(p.current == null ? 0 : 1);
            queued += p.runqueue.nrRunning() - p.runqueue.nrDelayed();
            if (p.phase == Processor.Phase.IDLE) {
                assertThat(p.current).isNull();
                assertThat(p.arrivals.isEmpty()).as("an idle CPU was told what waits for it").isTrue();
                assertThat(p.runqueue.nrRunning() - p.runqueue.nrDelayed()).as("an idle CPU has nothing").isZero();
            }
        }
        final long runnable = simulation.tasks().stream().filter(task -> task.state == State.RUNNABLE).count();
        assertThat((long) queued).as("who is runnable is on a runqueue").isEqualTo(runnable);
        simulation.tasks().forEach(task -> assertThat(task.cpu < 0 || task.mayRunOn(task.cpu)).as("runs where it may")
                .isTrue());
    }
}
