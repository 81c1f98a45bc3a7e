package dev.perch.scheduler.placement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perch.scheduler.Kernel;
import dev.perch.scheduler.LinuxPolicy;
import dev.perch.scheduler.RunqueueTable;
import dev.perch.scheduler.Search;
import dev.perch.scheduler.Task;
import dev.perch.scheduler.WakeUp;
import dev.perch.topology.SchedDomains;
import dev.perch.topology.Topology;
import dev.perch.topology.TopologySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExecTest {
    private final Topology topology = new TopologySpec("two LLCs", 1, 1, 2, 1, 4, 1, false, false, 12, 20, 30)
            .toTopology();
    private final LinuxPolicy policy = LinuxPolicy.of(Kernel.of(6, 12));
    private final RunqueueTable table = new RunqueueTable(SchedDomains.build(topology, policy.domainRules()));

    private int exec(final int cpu) {
        final var task = new Task(topology.cpus());
        task.cpu = cpu;
        task.queued = true;
        final var wakeUp = new WakeUp();
        wakeUp.wakee = task;
        wakeUp.waker = task;
        wakeUp.cpu = cpu;
        wakeUp.flags = WakeUp.EXEC;
        return policy.placement(table.domains(), table).select(wakeUp, new Search());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 4, 6})
    void aTaskAloneOnItsCpuStaysThereOnExec(final int cpu) {
        table.becomeBusy(cpu, 1);
        assertThat(exec(cpu)).isEqualTo(cpu);
    }

    @Test
    void aTaskThatSharesItsCpuLeavesItOnExec() {
        table.becomeBusy(2, 2);
        assertThat(exec(2)).isNotEqualTo(2);
    }
}
