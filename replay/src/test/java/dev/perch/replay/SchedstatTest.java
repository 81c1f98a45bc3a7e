package dev.perch.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perch.topology.CpuSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class SchedstatTest {
    private static List<String> stat(final int version, final String name, final int perType, final long... counts) {
        final String rest = " 0".repeat(perType - 1);
        return List.of("version " + version, "timestamp 1", "cpu0 0 0 9 4 0 0 1 1 1",
                "domain0 " + name + "00000003 " + counts[0] + rest + " " + counts[1] + rest + " 0" + rest,
                "cpu1 0 0 9 4 0 0 1 1 1",
                "domain0 " + name + "00000003 " + counts[2] + rest + " " + counts[3] + rest + " 0" + rest);
    }

    @Test
    void aCpuThatBalancedAsABusyOneOnlyRanATask() {
        assertThat(Schedstat.alwaysBusy(stat(16, "", 8, 10, 5, 20, 7), stat(16, "", 8, 13, 5, 20, 40), 2))
                .isEqualTo(CpuSet.of(0));
    }

    @Test
    void aCpuThatAlsoBalancedAsAnIdleOneDidNot() {
        assertThat(Schedstat.alwaysBusy(stat(16, "", 8, 10, 5, 20, 7), stat(16, "", 8, 13, 6, 20, 40), 2))
                .isEqualTo(CpuSet.EMPTY);
    }

    @Test
    void version15CountsIdleCpusFirst() {
        assertThat(Schedstat.alwaysBusy(stat(15, "", 8, 5, 10, 7, 20), stat(15, "", 8, 5, 13, 40, 20), 2))
                .isEqualTo(CpuSet.of(0));
    }

    @Test
    void version17NamesDomainsAndHasMoreCounters() {
        assertThat(Schedstat.alwaysBusy(stat(17, "MC ", 11, 10, 5, 20, 7), stat(17, "MC ", 11, 13, 5, 20, 40), 2))
                .isEqualTo(CpuSet.of(0));
    }

    @Test
    void textThatIsNoSchedstatTellsNothing() {
        final List<String> odd = List.of("version x", "cpu", "cpu99999999999999999999 1", "domain0", "domain0 0 1 2",
                "cpu5", "domain0 3 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1", "");
        assertThat(Schedstat.alwaysBusy(odd, odd, 2)).isEqualTo(CpuSet.EMPTY);
    }
}
