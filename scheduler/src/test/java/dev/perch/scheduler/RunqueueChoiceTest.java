package dev.perch.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perch.topology.CpuSet;
import dev.perch.topology.SchedDomains;
import dev.perch.topology.Topology;
import dev.perch.topology.TopologySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The core's part of a wake-up, around a kernel's policy on an idle machine of two nodes, 0-3 and 4-7. */
class RunqueueChoiceTest {
    private final Topology topology = new TopologySpec("two nodes", 2, 1, 1, 1, 4, 1, false, false, 12, 20, 30)
            .toTopology();
    private final LinuxPolicy policy = LinuxPolicy.of(Kernel.of(6, 12));
    private final RunqueueTable table = new RunqueueTable(SchedDomains.build(topology, policy.domainRules()));
    private final Search search = new Search();

    private int wake(final int prev, final CpuSet allowed, final Placement placement) {
        final var wakeUp = new WakeUp();
        wakeUp.waker = new Task(topology.cpus());
        wakeUp.waker.cpu = 2;
        wakeUp.wakee = new Task(allowed);
        wakeUp.wakee.cpu = prev;
        wakeUp.wakee.recentCpu = prev;
        wakeUp.cpu = 2;
        wakeUp.flags = WakeUp.TTWU;
        return new RunqueueChoice(placement, topology).select(wakeUp, search);
    }

    private int wake(final int prev, final CpuSet allowed) {
        return wake(prev, allowed, policy.placement(table.domains(), table));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            # prev is idle but no longer allowed: the first allowed CPU of its node, or of all
            3, '0,1,5', 0
            3, '1,5',   1
            3, '5,6',   5
            6, '1,5,7', 5
            # prev is allowed and idle
            3, '1,3',   3""")
    void aPreviousCpuThatWasTakenAwayGivesWay(final int prev, final String allowed, final int chosen) {
        assertThat(wake(prev, CpuSet.parse(allowed))).isEqualTo(chosen);
        assertThat(search.step() == Search.Step.NOT_ALLOWED).isEqualTo(chosen != prev);
    }

    @Test
    void aTaskBoundToOneCpuGoesThereUnasked() {
        assertThat(wake(3, CpuSet.of(5), (wakeUp, cost) -> {
            throw new AssertionError("asked");
        })).isEqualTo(5);
        assertThat(search.step()).isEqualTo(Search.Step.BOUND);
        assertThat(search.searched()).isFalse();
    }

    @Test
    void aTaskThatMayRunAnywhereGoesWhereThePolicySays() {
        assertThat(wake(3, topology.cpus(), (wakeUp, cost) -> 7)).isEqualTo(7);
    }
}
