package dev.perch.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perch.machines.CacheCosts;
import dev.perch.topology.Distance;
import java.util.List;
import org.junit.jupiter.api.Test;

class FootprintTest {
    private static final int WORKING_SET = 16 << 10;
    private final Footprint footprint = new Footprint(WORKING_SET,
            List.of(new CacheCosts("L1d", 64 << 10, Distance.SMT, 40),
                    new CacheCosts("L2", 512 << 10, Distance.CLUSTER, 20),
                    new CacheCosts("L3", 32 << 20, Distance.LLC, 10)));

    @Test
    void aTaskThatComesBackBeforeAnyoneRanFindsItsWorkingSet() {
        assertThat(footprint.refill(Distance.SAME_CPU.ordinal(), 0)).isZero();
    }

    @Test
    void theMoreRanMeanwhileTheLessIsLeft() {
        double before = 0;
        for (int others = 1; others < 100; others++) {
            final double now = footprint.refill(Distance.SAME_CPU.ordinal(), others);
            assertThat(now).isGreaterThanOrEqualTo(before);
            before = now;
        }
        final double cold = footprint.refill(Distance.LLC.ordinal(), 0);
        assertThat(before).isLessThanOrEqualTo(cold);
    }

    @Test
    void whatFitsTheCacheStaysAndWhatDoesNotIsLost() {
        final double cold = footprint.refill(Distance.CLUSTER.ordinal(), 0);
        assertThat(footprint.refill(Distance.SAME_CPU.ordinal(), 1)).as("two fill half").isLessThan(cold / 10);
        assertThat(footprint.refill(Distance.SAME_CPU.ordinal(), 7)).as("eight fill it twice")
                .isGreaterThan(cold * 9 / 10);
    }

    @Test
    void aMoveLosesTheCachesThatTheTwoCpusDoNotShare() {
        final double smt = footprint.refill(Distance.SMT.ordinal(), 0);
        final double cluster = footprint.refill(Distance.CLUSTER.ordinal(), 0);
        final double llc = footprint.refill(Distance.LLC.ordinal(), 0);
        final double system = footprint.refill(Distance.SYSTEM.ordinal(), 0);
        assertThat(smt).isZero();
        assertThat(cluster).isPositive();
        assertThat(llc).isEqualTo(cluster * 3); // L2 comes back at half of L1's rate
        assertThat(system).isEqualTo(cluster * 7);
    }
}
