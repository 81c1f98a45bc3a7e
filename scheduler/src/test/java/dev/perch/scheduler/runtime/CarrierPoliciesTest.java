package dev.perch.scheduler.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perch.scheduler.Policy;
import dev.perch.scheduler.Search;
import dev.perch.scheduler.Task;
import dev.perch.scheduler.WakeUp;
import dev.perch.topology.CpuSet;
import dev.perch.topology.DomainRules;
import dev.perch.topology.KernelRelease;
import dev.perch.topology.SchedDomains;
import dev.perch.topology.Topology;
import dev.perch.topology.Topology.Place;
import org.junit.jupiter.api.Test;

final class CarrierPoliciesTest {
    private final Topology chiplets = Carriers.chiplets();
    private final Carriers carriers = new Carriers(chiplets);
    private final WakeUp wakeUp = new WakeUp();
    private final Search search = new Search();

    CarrierPoliciesTest() {
        wakeUp.waker = new Task(chiplets.cpus());
        wakeUp.wakee = new Task(chiplets.cpus());
    }

    private int select(final Policy policy, final Topology topology, final Carriers state, final int waker,
            final int prev) {
        final var domains = SchedDomains.build(topology, new DomainRules(new KernelRelease(6, 12), true, true));
        wakeUp.cpu = waker;
        wakeUp.wakee.cpu = prev;
        return policy.placement(domains, state).select(wakeUp, search);
    }

    private int perch(final int waker, final int prev) {
        return select(new JvmPerch(), chiplets, carriers, waker, prev);
    }

    @Test
    void aWakeeStaysWithItsWakerWhileTheBacklogIsCheaperThanAWakeUp() {
        carriers.busy(CpuSet.of(5), 19);
        assertThat(perch(5, 9)).isEqualTo(5);
        assertThat(search.searched()).isFalse();
    }

    @Test
    void beyondThatItGoesToAnIdlePrev() {
        carriers.busy(CpuSet.of(5), 20);
        assertThat(perch(5, 9)).isEqualTo(9);
    }

    @Test
    void thenToTheNearestIdleCpu() {
        carriers.busy(CpuSet.of(5, 9), 20);
        assertThat(perch(5, 9)).as("cluster").isEqualTo(4);
        carriers.busy(CpuSet.of(4), 20);
        assertThat(perch(5, 9)).as("LLC").isEqualTo(6);
        carriers.busy(CpuSet.of(6, 7), 20);
        assertThat(perch(5, 9)).as("node").isEqualTo(0);
        carriers.busy(CpuSet.range(0, 7), 20);
        assertThat(perch(5, 9)).as("machine").isEqualTo(8);
    }

    @Test
    void onlyToCpusTheTaskMayUse() {
        carriers.busy(CpuSet.of(5), 20);
        wakeUp.wakee.setAllowed(CpuSet.of(5, 14));
        assertThat(perch(5, 9)).isEqualTo(14);
        wakeUp.wakee.setAllowed(CpuSet.of(14));
        assertThat(perch(5, 9)).isEqualTo(14);
    }

    @Test
    void whereNothingIsIdleToTheShorterQueue() {
        carriers.busy(CpuSet.range(0, 15), 30).busy(CpuSet.of(9), 25);
        assertThat(perch(5, 9)).isEqualTo(9);
        assertThat(perch(5, 10)).isEqualTo(5);
        assertThat(search.failed()).isTrue();
    }

    @Test
    void withoutAWakerItStaysAtPrev() {
        wakeUp.waker = null;
        carriers.busy(CpuSet.of(5, 9), 2);
        assertThat(perch(5, 9)).isEqualTo(9);
        assertThat(perch(5, -1)).as("a new task, where it was made").isEqualTo(5);
    }

    @Test
    void anIdleCoreIsPreferredToABusyCoresIdleSibling() {
        final var builder = Topology.builder("smt");
        for (int cpu = 0; cpu < 8; cpu++) {
            builder.cpu(cpu, new Place(cpu % 4, cpu % 4, 0, 0, 0, 0, 1024));
        }
        final var smt = builder.build();
        final var state = new Carriers(smt).busy(CpuSet.of(1, 2), 20);
        wakeUp.wakee.setAllowed(smt.cpus());
        assertThat(select(new JvmPerch(), smt, state, 1, 1)).isEqualTo(3);
        state.busy(CpuSet.of(0, 3), 20);
        assertThat(select(new JvmPerch(), smt, state, 1, 1)).as("the sibling").isEqualTo(5);
    }

    @Test
    void forkJoinSignalsTheWorkerThatWentIdleLastUnlessTheWakerIsSooner() {
        carriers.busy(CpuSet.of(5), 20);
        assertThat(select(new JvmForkJoin(), chiplets, carriers, 5, 9)).isEqualTo(15);
        carriers.busy(CpuSet.of(5), 1);
        assertThat(select(new JvmForkJoin(), chiplets, carriers, 5, 9)).isEqualTo(5);
        wakeUp.waker = null;
        assertThat(select(new JvmForkJoin(), chiplets, carriers, 5, 9)).isEqualTo(15);
    }
}
