package dev.perch.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perch.machines.Catalogue;
import dev.perch.machines.Variation;
import org.junit.jupiter.api.Test;

class IdleGovernorTest {
    private static final long HOUR = 3_600_000_000_000L;
    private static final long SHORT = 1_000;

    private final Hardware hardware = Hardware.of(Catalogue.machine("xeon-112cpu-llc"),
            new KernelCosts(Variation.NONE));
    private final double deepest = hardware.idleExit[hardware.idleExit.length - 1];
    private final IdleGovernor governor = new IdleGovernor(hardware);
    private final Processor p = new Scene(Scene.machine(1, 1, 2, 1), "linux-6.5").cpu(0);

    @Test
    void aCpuThatHasIdledForLongRestsDeep() {
        governor.start(p, 0, HOUR);
        assertThat(p.idleExit).isEqualTo(deepest);
    }

    @Test
    void anHourOfIdlingIsForgottenAfterAFewShortIdleTimes() {
        governor.start(p, 0, HOUR);
        for (int wakeUp = 0; wakeUp < 10; wakeUp++) {
            governor.rest(p, HOUR);
            governor.woken(p, HOUR + SHORT);
        }
        governor.rest(p, HOUR);
        assertThat(p.idleExit).isLessThan(deepest);
    }
}
