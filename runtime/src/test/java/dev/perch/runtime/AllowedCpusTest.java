package dev.perch.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perch.topology.CpuSet;
import dev.perch.topology.Topology;
import dev.perch.topology.Topology.Place;
import org.junit.jupiter.api.Test;

final class AllowedCpusTest {
    @Test
    void theMaskIsTakenWhereItHoldsNoMoreThanTheJvmCounts() {
        assertThat(AllowedCpus.choose(Hosts.chiplets(16), CpuSet.of(3, 9, 14), 3)).isEqualTo(CpuSet.of(3, 9, 14));
    }

    @Test
    void aQuotaOfThreeCpusTakesThreeOfOneCache() {
        assertThat(AllowedCpus.choose(Hosts.chiplets(128), CpuSet.range(0, 127), 3)).isEqualTo(CpuSet.range(0, 2));
        assertThat(AllowedCpus.choose(Hosts.chiplets(16), CpuSet.parse("2-3,8-11"), 3)).isEqualTo(CpuSet.range(8, 10));
        assertThat(AllowedCpus.choose(Hosts.chiplets(16), CpuSet.parse("2-3,8-11"), 5))
                .isEqualTo(CpuSet.parse("2,8-11"));
    }

    @Test
    void wholeCoresComeBeforeSiblings() {
        final var builder = Topology.builder("smt");
        for (int cpu = 0; cpu < 8; cpu++) {
            builder.cpu(cpu, new Place(cpu % 4, cpu % 4, 0, 0, 0, 0, 1024));
        }
        assertThat(AllowedCpus.choose(builder.build(), CpuSet.range(0, 7), 5)).isEqualTo(CpuSet.range(0, 4));
        assertThat(AllowedCpus.choose(builder.build(), CpuSet.parse("0,4,5"), 2)).isEqualTo(CpuSet.of(0, 5));
    }
}
