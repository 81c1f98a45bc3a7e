package dev.perch.scheduler.placement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perch.scheduler.LinuxPolicy;
import dev.perch.scheduler.Policies;
import dev.perch.scheduler.RunqueueTable;
import dev.perch.scheduler.Search;
import dev.perch.scheduler.Task;
import dev.perch.scheduler.WakeUp;
import dev.perch.topology.CpuSet;
import dev.perch.topology.SchedDomains;
import dev.perch.topology.Topology;
import dev.perch.topology.TopologySpec;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Forks on CPU 0 of two nodes of 16 CPUs, one LLC each: 0-15 and 16-31; the lowest CPUs run one task each. */
class StayOnNodeTest {
    private final Topology topology = new TopologySpec("two nodes", 2, 1, 1, 1, 16, 1, false, false, 12, 20, 30)
            .toTopology();

    @ParameterizedTest
    @CsvSource(textBlock = """
            # 5.10: as long as the node has an idle CPU
            linux-5.10, 15, 0-31, 0
            linux-5.10, 16, 0-31, 1
            # 5.19: up to a quarter of the node's domain, 16 / 4, wherever the task may run
            linux-5.19, 3, 0-31, 0
            linux-5.19, 4, 0-31, 1
            linux-5.19, 3, '0-1,16-31', 0
            # since 6.0: up to an eighth, 16 / 8, and not more than the CPUs that the task may use there
            linux-6.1, 1, 0-31, 0
            linux-6.1, 2, 0-31, 1
            linux-6.1, 1, '0,16-31', 1
            linux-6.12, 1, 0-31, 0
            linux-6.12, 2, 0-31, 1""")
    void aChildStaysOnItsParentsNode(final String kernel, final int busy, final String allowed, final int node) {
        final var policy = (LinuxPolicy) Policies.kernels().named(kernel);
        final var table = new RunqueueTable(SchedDomains.build(topology, policy.domainRules()));
        for (int cpu = 0; cpu < topology.size(); cpu++) {
            if (cpu < busy) {
                table.becomeBusy(cpu, 1);
            } else {
                table.setIdleState(cpu, 1, -1);
            }
        }
        final var wakeUp = new WakeUp();
        wakeUp.waker = new Task(topology.cpus());
        wakeUp.waker.cpu = 0;
        wakeUp.wakee = new Task(CpuSet.parse(allowed));
        wakeUp.wakee.cpu = 0;
        wakeUp.wakee.isNew = true;
        wakeUp.cpu = 0;
        wakeUp.flags = WakeUp.FORK;
        final int chosen = policy.placement(table.domains(), table).select(wakeUp, new Search());
        assertThat(topology.nodes().of(chosen)).isEqualTo(node);
    }
}
