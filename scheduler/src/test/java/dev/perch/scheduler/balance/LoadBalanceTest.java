package dev.perch.scheduler.balance;

import static dev.perch.scheduler.balance.BalancedMachine.MS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.perch.scheduler.Kernel;
import dev.perch.scheduler.LinuxPolicy;
import dev.perch.scheduler.fair.SchedEntity;
import dev.perch.topology.CpuSet;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LoadBalanceTest {
    private static final LinuxPolicy LINUX = LinuxPolicy.of(Kernel.of(6, 1));

    static Stream<LinuxPolicy> kernels() {
        return Kernel.ALL.stream().map(LinuxPolicy::of);
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void tasksStartedOnOneCpuSpreadOverTheMachine(final LinuxPolicy policy) {
        final var machine = new BalancedMachine(policy, 1, 8, 1);
        for (int i = 0; i < 16; i++) {
            machine.start(0);
        }
        machine.run(2000 * MS);
        assertThat(machine.nrRunning()).containsOnly(2);
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void oneTaskACoreWhereThereAreCoresForAll(final LinuxPolicy policy) {
        final var machine = new BalancedMachine(policy, 1, 4, 2);
        for (int i = 0; i < 4; i++) {
            machine.start(0);
        }
        machine.run(4000 * MS);
        final int[] running = machine.nrRunning();
        for (int core = 0; core < 4; core++) {
            assertThat(running[2 * core] + running[2 * core + 1]).as("core %d of %s", core, Arrays.toString(running))
                    .isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void nodesShareManyTasks(final LinuxPolicy policy) {
        final var machine = new BalancedMachine(policy, 2, 4, 1);
        for (int i = 0; i < 16; i++) {
            machine.start(i % 4);
        }
        machine.run(8000 * MS);
        assertThat(Arrays.stream(machine.nrRunning()).limit(4).sum()).isBetween(7, 9);
    }

    @Test
    void aPairOfTasksMayStayOnOneNode() {
        final var machine = new BalancedMachine(LINUX, 2, 16, 1);
        machine.start(0);
        machine.start(1);
        machine.run(8000 * MS);
        assertThat(Arrays.stream(machine.nrRunning()).limit(16).sum()).isEqualTo(2);
    }

    @Test
    void aCpuThatIdlesShorterThanTheSlowestLookTookDoesNotLook() {
        assertThat(looksOfANewlyIdleCpu(20_000)).as("at its core, then its LLC").isEqualTo(2);
        assertThat(looksOfANewlyIdleCpu(10_000)).as("2 us at its core leave less than the LLC's 13").isEqualTo(1);
        assertThat(looksOfANewlyIdleCpu(6_000)).as("the core's slowest look took 7").isZero();
    }

    /** How often a CPU looks that idles so long on average, on a machine of four cores with tasks that wait. */
    private static int looksOfANewlyIdleCpu(final long averageIdleNanos) {
        final var machine = new BalancedMachine(LinuxPolicy.of(Kernel.of(5, 19)), 1, 4, 2);
        machine.start(1);
        machine.start(2);
        machine.start(2);
        machine.balance.rememberNewIdleCosts(5_000, 1_000);
        machine.table.scanCost(0).averageIdleNanos = averageIdleNanos;
        machine.balance.newlyIdle(0, machine.now);
        return machine.looks.size();
    }

    @Test
    void aNewlyIdleCpuPullsAWaitingTask() {
        final var machine = new BalancedMachine(LINUX, 1, 4, 1);
        machine.start(0);
        machine.start(0);
        machine.start(1);
        machine.now += 2 * MS;
        assertThat(machine.becomeIdle(1)).isEqualTo(1);
        assertThat(machine.nrRunning()).startsWith(1, 1);
        assertThat(machine.looks).containsExactly(IdleKind.NEWLY_IDLE);
    }

    @Test
    void aCpuThatIdlesOnlyBrieflyDoesNotLook() {
        final var machine = new BalancedMachine(LINUX, 1, 4, 1);
        machine.start(0);
        machine.start(0);
        machine.start(1);
        assertThat(machine.becomeIdle(1)).isEqualTo(1);
        machine.start(0);
        machine.looks.clear(); // that look took 4 µs, which is remembered
        for (int i = 0; i < 50; i++) {
            machine.balance.idleEnded(1, 1000, machine.now);
        }
        assertThat(machine.becomeIdle(1)).isZero();
        assertThat(machine.looks).isEmpty();
    }

    @Test
    void noOneLooksWhereNoCpuHasTwoTasks() {
        final var machine = new BalancedMachine(LINUX, 1, 4, 1);
        machine.start(0);
        machine.start(1);
        machine.becomeIdle(1);
        assertThat(machine.looks).isEmpty();
    }

    @Test
    void aTaskThatJustRanStaysWithItsCaches() {
        final var machine = new BalancedMachine(LINUX, 1, 4, 1);
        machine.start(0);
        final SchedEntity second = machine.start(0);
        machine.start(1);
        while (machine.fair[0].current() != second) {
            machine.now += MS;
            machine.fair[0].tick(machine.now);
            if (machine.fair[0].needsReschedule()) {
                machine.fair[0].pickNext(machine.now);
            }
        }
        machine.now += 400_000; // the other has stopped this long ago
        assertThat(machine.becomeIdle(1)).isZero();
        machine.start(2);
        machine.now += 200_000;
        assertThat(machine.becomeIdle(2)).isEqualTo(1);
    }

    @Test
    void aTaskThatItsPolicyTakesForCacheHotStays() {
        final var machine = new BalancedMachine(LINUX, 1, 4, 1);
        machine.start(0);
        machine.start(0);
        machine.start(1);
        machine.now += 2 * MS;
        machine.hotCpu = 0;
        assertThat(machine.becomeIdle(1)).isZero();
    }

    @Test
    void whereSevenOfEightCpusHavePinnedTasksTheEighthPullsTheOneThatMayMove() {
        final var machine = new BalancedMachine(LINUX, 1, 8, 1);
        for (int cpu = 0; cpu < 7; cpu++) {
            machine.start(cpu, CpuSet.of(cpu));
        }
        machine.start(3, CpuSet.of(3));
        machine.start(3, CpuSet.of(3));
        machine.start(5);
        machine.start(7);
        machine.now += 2 * MS;
        assertThat(machine.becomeIdle(7)).isEqualTo(1);
        assertThat(machine.nrRunning()).containsExactly(1, 1, 1, 3, 1, 1, 1, 1);
    }

    @Test
    void placementLearnsTheLlcsUtilizationFromTicksAlone() {
        final var machine = new BalancedMachine(LINUX, 1, 4, 1);
        machine.start(0);
        machine.start(0);
        machine.start(1);
        machine.becomeIdle(1);
        assertThat(machine.told).isEmpty();
        machine.run(200 * MS);
        assertThat(machine.told).isNotEmpty();
        assertThat(machine.told.getLast()).isBetween(1000L, 4096L);
    }

    @Test
    void aBusyCpuLooksSixteenTimesMoreRarely() {
        final var machine = new BalancedMachine(LINUX, 1, 4, 1);
        for (int cpu = 0; cpu < 4; cpu++) {
            machine.start(cpu);
        }
        machine.run(4000 * MS);
        machine.told.clear();
        machine.run(4000 * MS);
        // each CPU is a group of its own; the interval has grown to 8 ms, times 16, less a jiffy
        assertThat(machine.told).hasSizeBetween(4 * (4000 / 132), 4 * (4000 / 124 + 1));
    }

    @Test
    void aBusyCpuKicksAnIdleOneToBalanceForThoseWithoutATick() {
        final var machine = new BalancedMachine(LINUX, 1, 4, 1);
        machine.answersKicks = false;
        machine.start(2);
        machine.start(2);
        machine.run(100 * MS);
        assertThat(machine.kicked).containsOnly(0);
        assertThat(machine.nrRunning()).containsExactly(0, 0, 2, 0);
        machine.answersKicks = true;
        machine.run(100 * MS);
        assertThat(machine.nrRunning()).containsOnly(0, 1);
    }

    @Test
    void theAveragesOfIdleCpusDecayWithoutThem() {
        final var machine = new BalancedMachine(LINUX, 1, 4, 1);
        machine.start(0);
        machine.start(1);
        machine.run(400 * MS);
        machine.becomeIdle(1);
        machine.run(200 * MS);
        assertThat(machine.table.utilization(1)).isLessThan(30);
        assertThat(machine.table.utilization(0)).isGreaterThan(1000);
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void noTaskIsLostAndNonePinnedMoves(final LinuxPolicy policy) {
        final var machine = new BalancedMachine(policy, 2, 4, 2);
        final var random = new Random(3);
        final int size = machine.fair.length;
        final int[] pinned = new int[size];
        for (int i = 0; i < 60; i++) {
            final int cpu = random.nextInt(size);
            if (random.nextBoolean()) {
                pinned[cpu]++;
                machine.start(cpu, CpuSet.of(cpu));
            } else {
                machine.start(cpu);
            }
        }
        machine.run(2000 * MS);
        final int[] running = machine.nrRunning();
        assertThat(Arrays.stream(running).sum()).isEqualTo(60);
        for (int cpu = 0; cpu < size; cpu++) {
            assertThat(running[cpu]).isGreaterThanOrEqualTo(pinned[cpu]);
        }
    }
}
