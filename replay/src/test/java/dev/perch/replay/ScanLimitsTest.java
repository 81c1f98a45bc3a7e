package dev.perch.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perch.scheduler.Placement;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScanLimitsTest {
    private static final long NOW = 50_000_000;

    private final RecordedRunqueues runqueues = Machines.runqueues(Machines.CLUSTERS);
    private final ScanLimits limits = new ScanLimits(runqueues);
    private final Placement placement = Machines.linux(6, 12).placement(runqueues.table().domains(),
            runqueues.table());

    @Test
    void anIdleLlcIsScannedWhole() {
        limits.balance(placement, List.of(), NOW);
        assertThat(limits.believed(0, NOW)).isEqualTo(16);
    }

    @Test
    void aBusyLlcIsNotScanned() {
        final var silent = new SilentCpus(runqueues);
        for (int cpu = 0; cpu < 15; cpu++) {
            silent.believeBusy(cpu, NOW);
        }
        limits.balance(placement, List.of(), NOW);
        assertThat(limits.believed(0, NOW)).isZero();
        assertThat(limits.believed(1, NOW)).isEqualTo(16);
    }

    @Test
    void aSearchShowsHowFarItMayGo() {
        limits.fewerThan(0, 5, NOW);
        assertThat(limits.believed(0, NOW)).isEqualTo(4);
        limits.atLeast(0, 3, NOW);
        assertThat(limits.believed(0, NOW)).isEqualTo(4);
        assertThat(limits.believed(1, NOW)).as("another LLC").isEqualTo(16);
    }

    @Test
    void aLaterSearchThatWentFurtherIsBelieved() {
        limits.fewerThan(0, 5, NOW);
        limits.atLeast(0, 9, NOW + 1000);
        assertThat(limits.believed(0, NOW + 1000)).isEqualTo(16);
    }

    @Test
    void whatASearchShowedIsForgottenInTime() {
        limits.fewerThan(0, 5, NOW);
        assertThat(limits.believed(0, NOW + ScanLimits.MEMORY_NANOS + 1)).isEqualTo(16);
    }
}
