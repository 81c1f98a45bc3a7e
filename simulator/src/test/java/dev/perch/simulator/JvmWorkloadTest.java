package dev.perch.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.perch.machines.Machine;
import dev.perch.scheduler.Policies;
import dev.perch.scheduler.Policy;
import dev.perch.scheduler.runtime.JvmForkJoin;
import dev.perch.scheduler.runtime.JvmPerch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Virtual threads in virtual time. */
final class JvmWorkloadTest {
    private static final Span BRIEF = new Span(10_000_000, 20_000_000);
    private static final Span LATE = new Span(150_000_000, 20_000_000);
    private static final Machine MACHINE = Scene.machine(2, 2, 2, 1);
    private static final Machine WIDE = Scene.machine(2, 2, 16, 1);
    private static final double SECOND = 1e9;
    private static final double WORK_NANOS = 6_000;

    private static double operations(final String bench, final int load, final Policy policy) {
        return operations(MACHINE, bench, load, policy, BRIEF);
    }

    private static double operations(final Machine machine, final String bench, final int load, final Policy policy,
            final Span span) {
        final Workload workload = Workloads.parse("jvm:bench=" + bench, JvmWorkloadTest.class.getClassLoader());
        return new Run(machine, machine.topology().cpus(), policy, workload, load, 1, span).make().values()
                .getFirst();
    }

    @ParameterizedTest
    @ValueSource(strings = {"pingpong", "request-reply", "hackbench", "hackbench-work", "fork-join", "tcp", "tcp-work"})
    void everyBenchmarkGoesOnUnderEveryScheduler(final String bench) {
        for (final Policy policy : new Policy[]{new JvmPerch(), new JvmForkJoin(),
                Policies.kernels().named("linux-6.12")}) {
            assertThat(operations(bench, 3, policy)).as(policy.name()).isGreaterThan(3_000);
        }
    }

    @Test
    void theSameSeedGivesTheSameResult() {
        assertThat(operations("tcp", 5, new JvmPerch())).isEqualTo(operations("tcp", 5, new JvmPerch()));
        assertThat(operations("tcp", 5, new JvmForkJoin())).isEqualTo(operations("tcp", 5, new JvmForkJoin()));
    }

    @Test
    void aPairThatTakesTurnsStaysOnOneCarrier() {
        assertThat(operations("pingpong", 1, new JvmPerch()))
                .isGreaterThan(1.3 * operations("pingpong", 1, new JvmForkJoin()));
    }

    @Test
    void pairsThatCrowdACarrierSpreadOverAll() {
        assertThat(operations("pingpong", 8, new JvmPerch())).as("a pair a CPU")
                .isGreaterThan(6 * operations("pingpong", 1, new JvmPerch()));
    }

    @Test
    void workUsesEveryCpu() {
        final double most = MACHINE.topology().cpus().size() * SECOND / WORK_NANOS;
        for (final Policy policy : new Policy[]{new JvmPerch(), new JvmForkJoin()}) {
            assertThat(operations("hackbench-work", 20, policy)).as(policy.name()).isBetween(most / 2, 1.2 * most);
        }
    }

    @Test
    void everyForkerGoesOn() {
        for (final Policy policy : new Policy[]{new JvmPerch(), new JvmForkJoin()}) {
            final double early = operations(WIDE, "fork-join", 8, policy, BRIEF);
            assertThat(operations(WIDE, "fork-join", 8, policy, LATE)).as(policy.name()).isBetween(0.9 * early,
                    1.1 * early);
        }
    }

    @Test
    void anUnknownBenchmarkGetsTheNearestRightName() {
        assertThatThrownBy(() -> operations("pingpog", 1, new JvmPerch())).hasMessageContaining("'pingpong'");
    }
}
