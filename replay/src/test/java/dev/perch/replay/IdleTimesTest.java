package dev.perch.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perch.scheduler.ScanCost;
import org.junit.jupiter.api.Test;

class IdleTimesTest {
    private static final long MS = 1_000_000;
    private static final long START = 1_000 * MS;

    private final RecordedRunqueues runqueues = Machines.runqueues(Machines.TWO_CPUS);
    private final RecordedTask task = Machines.task(Machines.TWO_CPUS, 7);
    private final ScanCost cost = runqueues.table().scanCost(1);

    private void runAndSleep(final long wakeUp) {
        runqueues.enqueue(task, 1, wakeUp);
        runqueues.turn(1, false, task, wakeUp);
        runqueues.turn(1, false, runqueues.idleTask(1), wakeUp + MS / 10);
    }

    @Test
    void idleTimesAreAveragedByAnEighth() {
        runAndSleep(START);
        runAndSleep(START + MS / 10 + MS / 5);
        assertThat(cost.averageIdleNanos).isEqualTo(MS - (MS - MS / 5) / 8);
        assertThat(cost.wakeAverageIdleNanos).isEqualTo(cost.averageIdleNanos / 2);
    }

    @Test
    void longIdleTimesAreBounded() {
        runAndSleep(START);
        runAndSleep(START + 500 * MS);
        assertThat(cost.averageIdleNanos).isEqualTo(MS);
    }

    @Test
    void eachPolicyKeepsItsOwnAccount() {
        final var one = new ScanAccounts(runqueues.table(), runqueues.idleTimes());
        final var other = new ScanAccounts(runqueues.table(), runqueues.idleTimes());
        runAndSleep(START);
        one.load(1);
        cost.addScan(800);
        cost.wakeAverageIdleNanos -= 800;
        one.keep(1);
        other.load(1);
        assertThat(cost.averageScanNanos).isZero();
        one.load(1);
        assertThat(cost.averageScanNanos).isEqualTo(100);
        assertThat(cost.wakeAverageIdleNanos).isEqualTo(MS / 2 - 800);
    }
}
