package dev.perch.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perch.topology.SchedDomains;
import dev.perch.topology.Topology;
import dev.perch.topology.TopologySpec;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The masks that the search reads are what a look at every CPU would find, after any changes. */
class RunqueueTableTest {
    static final Iterable<TopologySpec> MACHINES = Machines.ALL;

    @ParameterizedTest
    @FieldSource("MACHINES")
    void masksFollowEveryChange(final TopologySpec machine) {
        final Topology topology = machine.toTopology();
        final var table = new RunqueueTable(
                SchedDomains.build(topology, LinuxPolicy.of(Kernel.of(6, 12)).domainRules()));
        final var random = new SplittableRandom(1);
        final int size = topology.size();
        final var idlePolicy = new int[size];
        final var runsIdle = new boolean[size];
        final var pending = new boolean[size];
        final var preempted = new boolean[size];
        java.util.Arrays.fill(runsIdle, true);
        for (int step = 0; step < 3_000; step++) {
            final int cpu = random.nextInt(size);
            final boolean on = random.nextBoolean();
            switch (random.nextInt(7)) {
                case 0 -> {
                    table.becomeBusy(cpu, 1 + random.nextInt(2));
                    runsIdle[cpu] = false;
                    idlePolicy[cpu] = 0;
                }
                case 1 -> {
                    table.becomeIdle(cpu);
                    runsIdle[cpu] = true;
                    idlePolicy[cpu] = 0;
                }
                case 2 -> {
                    final int running = random.nextInt(3);
                    idlePolicy[cpu] = random.nextInt(running + 1);
                    table.setNrRunning(cpu, running, idlePolicy[cpu]);
                }
                case 3 -> {
                    table.setRunsIdleTask(cpu, on);
                    runsIdle[cpu] = on;
                }
                case 4 -> {
                    final int running = 1 + random.nextInt(2);
                    idlePolicy[cpu] = random.nextInt(running + 1);
                    table.setRunsTask(cpu, running, idlePolicy[cpu]);
                    runsIdle[cpu] = false;
                }
                case 5 -> {
                    table.setPending(cpu, on);
                    pending[cpu] = on;
                }
                default -> {
                    table.setPreempted(cpu, on);
                    preempted[cpu] = on;
                }
            }
            topology.cpus().forEach(at -> {
                final boolean idle = runsIdle[at] && table.nrRunning(at) == 0 && !pending[at] && !preempted[at];
                final boolean schedIdle = table.nrRunning(at) > 0 && table.nrRunning(at) == idlePolicy[at];
                assertThat(table.isAvailableIdle(at)).isEqualTo(idle);
                assertThat(table.isSchedIdle(at)).isEqualTo(schedIdle);
                assertThat(table.free(at >> 6) >>> at & 1).isEqualTo(idle || schedIdle ? 1 : 0);
                assertThat(table.runsIdleTask(at)).isEqualTo(runsIdle[at] && !pending[at]);
            });
            topology.cpus().forEach(at -> {
                final boolean wholeCore = topology.cores().around(at).stream().allMatch(table::isAvailableIdle);
                assertThat(table.idleCores(at >> 6) >>> at & 1).isEqualTo(wholeCore ? 1 : 0);
            });
        }
    }
}
