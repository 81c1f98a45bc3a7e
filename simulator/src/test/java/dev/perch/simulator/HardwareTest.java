package dev.perch.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perch.machines.Catalogue;
import dev.perch.machines.HardwareCosts;
import dev.perch.machines.Machine;
import dev.perch.machines.Variation;
import dev.perch.topology.Distance;
import java.util.List;
import org.junit.jupiter.api.Test;

class HardwareTest {
    @Test
    void everyPairOfCpusIsAsFarApartAsTheTopologySays() {
        for (final String name : List.of("kunpeng920", "jacobsville", "epyc-milan", "xeon-4x80", "xeon-192")) {
            final Machine machine = Catalogue.machine(name);
            final Hardware hardware = Hardware.of(machine, new KernelCosts(Variation.NONE));
            machine.topology().cpus().forEach(cpu -> machine.topology().cpus().forEach(other -> assertThat(
                    hardware.distance(cpu, other)).isEqualTo(machine.topology().distance(cpu, other).ordinal())));
        }
    }

    @Test
    void aHandOverCostsByTheDistanceFromWhoeverUsedItLast() {
        final Machine machine = Catalogue.machine("kunpeng920");
        final HardwareCosts costs = machine.requireCosts();
        final Hardware hardware = Hardware.of(machine, new KernelCosts(Variation.NONE));
        assertThat(hardware.handOver(3, 3, 10)).isZero();
        assertThat(hardware.handOver(-1, 3, 10)).isZero();
        assertThat(hardware.handOver(3, 0, 10)).isEqualTo(10 * costs.lineTurnNanos(Distance.CLUSTER));
        assertThat(hardware.handOver(3, 4, 10)).isEqualTo(10 * costs.lineTurnNanos(Distance.LLC))
                .isGreaterThan(hardware.handOver(3, 0, 10));
    }
}
