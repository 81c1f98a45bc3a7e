package dev.perch.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perch.machines.Catalogue;
import dev.perch.scheduler.Policies;
import dev.perch.topology.CpuSet;
import org.junit.jupiter.api.Test;

/** Why tasks leave a CPU that a pair shares: a live 6.18 preempts in nearly half of the switches. */
class SwitchesTest {
    private static double preemptedPercent(final String policy, final int pairs) {
        return new Run(Catalogue.machine("zen4-guest"), CpuSet.of(0),
                Policies.kernels().named(policy), Workloads.parse("netperf", SwitchesTest.class.getClassLoader()),
                pairs, 1,
                Span.ofMillis(150, 350)).make().switches().preemptedPercent();
    }

    @Test
    void aDelayedTaskThatWakesPreemptsItsWaker() {
        assertThat(preemptedPercent("linux-6.14", 1)).isBetween(25.0, 55.0);
        assertThat(preemptedPercent("linux-6.14", 2)).isBetween(10.0, 35.0);
    }

    @Test
    void withoutDelayedDequeuePairsTakeTurnsBySleeping() {
        assertThat(preemptedPercent("linux-6.14-DELAY_DEQUEUE", 2)).isLessThan(1);
        assertThat(preemptedPercent("linux-6.5", 1)).isLessThan(1);
    }
}
