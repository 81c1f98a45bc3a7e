package dev.perch.simulator.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.perch.machines.Catalogue;
import dev.perch.scheduler.Policies;
import dev.perch.simulator.Part;
import dev.perch.simulator.Run;
import dev.perch.simulator.RunResult;
import dev.perch.simulator.Span;
import dev.perch.topology.CpuSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HackbenchTest {
    private static final Span WHOLE = Span.ofMillis(0, 60_000);

    private static RunResult run(final String cpus, final String policy, final int groups, final int loops,
            final long seed, final Span span) {
        return new Run(Catalogue.machine("jacobsville"), CpuSet.parse(cpus), Policies.kernels().named(policy),
                new Hackbench(Hackbench.Ipc.PIPE, Hackbench.Mode.PROCESS, 20, loops), groups, seed, span).make();
    }

    private static double seconds(final RunResult result) {
        return result.values().getFirst();
    }

    /** Whoever releases them has no CPU of his own: the clock must run before the first message all the same. */
    @ParameterizedTest
    @CsvSource({"linux-6.12, 1", "linux-6.12, 2", "linux-6.12, 3", "linux-6.1, 1"})
    void aMessageOnOneCpuTakesAtLeastItsOwnSystemCalls(final String policy, final long seed) {
        final double micros = seconds(run("0", policy, 1, 100, seed, WHOLE)) * 1e6 / 40_000;
        assertThat(micros).as("a write and a read of an Atom").isBetween(1.0, 3.0);
    }

    @Test
    void warmUpIsNoPartOfARunThatComesToItsEnd() {
        final double whole = seconds(run("0-23", "linux-6.5", 8, 20, 1, WHOLE));
        assertThat(seconds(run("0-23", "linux-6.5", 8, 20, 1, Span.ofMillis(2, 60_000)))).isEqualTo(whole);
        assertThat(seconds(run("0-23", "linux-6.5", 8, 20, 1, Span.ofMillis(60_000, 1)))).isEqualTo(whole);
    }

    @Test
    void searchesAndLocksCountFromTheRelease() {
        final RunResult early = run("0-23", "linux-6.5", 2, 5, 1, WHOLE);
        final RunResult late = run("0-23", "linux-6.5", 2, 5, 1, Span.ofMillis(1000, 1));
        assertThat(late.searches().searches()).isPositive().isEqualTo(early.searches().searches());
        assertThat(late.locks().taken()).isPositive().isEqualTo(early.locks().taken());
        assertThat(late.wakeUps()).isPositive().isEqualTo(early.wakeUps());
    }

    @Test
    void aRunEndsOnceEnoughMessagesTellItsRate() {
        final RunResult whole = run("0-3", "linux-6.5", 4, 200, 1, WHOLE);
        final RunResult enough = run("0-3", "linux-6.5", 4, 200, 1, new Span(20_000_000, 60_000_000_000L, 100_000));
        assertThat(enough.part().done()).isBetween(100_000L, 300_000L);
        assertThat(seconds(enough)).isCloseTo(seconds(whole), withinPercentage(20));
    }

    @Test
    void whatIsNotSimulatedCountsAtTheSteadyRate() {
        final RunResult whole = run("0-3", "linux-6.5", 4, 200, 1, WHOLE);
        final RunResult half = run("0-3", "linux-6.5", 4, 200, 1, Span.ofMillis(20, 40));
        assertThat(whole.part()).isEqualTo(new Part(320_000, 320_000, "messages"));
        assertThat(half.part().percent()).isBetween(10.0, 90.0);
        assertThat(seconds(half)).isCloseTo(seconds(whole), withinPercentage(20));
    }
}
