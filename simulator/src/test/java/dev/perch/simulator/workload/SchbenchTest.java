package dev.perch.simulator.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.perch.machines.Catalogue;
import dev.perch.scheduler.Policies;
import dev.perch.simulator.Metric;
import dev.perch.simulator.Run;
import dev.perch.simulator.Span;
import dev.perch.simulator.Workload;
import dev.perch.simulator.Workloads;
import dev.perch.topology.CpuSet;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SchbenchTest {
    private static final long SECOND = 1_000_000_000;

    private static Workload workload(final String name) {
        return Workloads.parse(name, SchbenchTest.class.getClassLoader());
    }

    /** The figures of a run on so many CPUs of one LLC without SMT. */
    private static Map<String, Double> run(final String name, final int load, final int cpus) {
        final Workload workload = workload(name);
        final var values = new Run(Catalogue.machine("xeon-4x80"), CpuSet.range(0, cpus - 1),
                Policies.kernels().named("linux-6.14"), workload, load, 1, Span.ofMillis(100, 600)).make().values();
        final Map<String, Double> figures = new HashMap<>();
        for (int i = 0; i < values.size(); i++) {
            figures.put(workload.metrics().get(i).name(), values.get(i));
        }
        return figures;
    }

    @Test
    void aBatchHasOneStampSoThatTheLastOfItAreLate() {
        final double spread = run("schbench:message-threads=1", 64, 80).get("wakeup_latency_p99")
                - run("schbench:message-threads=1", 2, 80).get("wakeup_latency_p99");
        assertThat(spread).as("62 wake-ups more before the last").isBetween(30.0, 400.0);
    }

    @Test
    void workersThatMustWaitForACpuAreLateByTheOthersSpinning() {
        assertThat(run("schbench:message-threads=1,cpu=10000", 6, 2).get("wakeup_latency_p99")).isGreaterThan(1000);
    }

    /** How many wake-ups a second of one message thread with one worker sees. */
    private static long wakeUps(final String options) {
        return new Run(Catalogue.machine("xeon-4x80"), CpuSet.range(0, 3), Policies.kernels().named("linux-6.14"),
                workload("schbench:message-threads=1,cpu=1000," + options), 1, 1, Span.ofMillis(0, 1000)).make()
                .wakeUps();
    }

    @Test
    void aMessageThreadThatThinksIsRungThinksSleepsAndWakes() {
        assertThat(wakeUps("sleep=4000,message-cpu=5000")).as("1 + 5 + 4.5 ms a batch of a ring, a timer and a wake-up")
                .isBetween(270L, 300L);
    }

    @Test
    void aMessageThreadThatThinksAndDoesNotSleepIsNotRung() {
        assertThat(wakeUps("sleep=0,message-cpu=5000")).as("a wake-up each 5 ms").isBetween(190L, 210L);
        assertThat(wakeUps("sleep=0")).as("a ring and a wake-up each 1 ms").isBetween(1800L, 2100L);
    }

    @Test
    void requestsASecondGrowWithTheWorkersWhileCpusAreFree() {
        final var one = run("schbench:version=new,message-threads=1", 1, 80);
        final var many = run("schbench:version=new,message-threads=1", 32, 80);
        assertThat(many.get("rps") / one.get("rps")).as("a lone worker meets deeper idle states")
                .isBetween(30.0, 36.0);
        assertThat(one.get("rps_p20")).as("of less than two whole seconds").isNaN();
        assertThat(many.get("request_latency_p99")).isLessThan(1.3 * one.get("request_latency_p99"));
    }

    @Test
    void requestsWaitForCpusAndLocksWhereWorkersAreTooMany() {
        final var full = run("schbench:version=new,message-threads=1", 4, 4);
        final var over = run("schbench:version=new,message-threads=1", 12, 4);
        assertThat(over.get("rps")).isLessThan(1.15 * full.get("rps"));
        assertThat(over.get("request_latency_p99")).isGreaterThan(2 * full.get("request_latency_p99"));
    }

    @Test
    void namesItsMetricsAndTheirDirections() {
        assertThat(workload("schbench").metrics()).extracting(Metric::name).containsExactly("wakeup_latency_p50",
                "wakeup_latency_p90", "wakeup_latency_p99", "wakeup_latency_p99.9");
        assertThat(workload("schbench").metrics()).extracting(Metric::better).containsOnly(Metric.Better.LOWER);
        assertThat(workload("schbench:version=new").metrics()).extracting(Metric::name).startsWith("rps", "rps_p20");
    }

    @Test
    void theLoadIsMessageThreadsOrTheirWorkersButNotBoth() {
        assertThat(workload("schbench").loadUnit()).isEqualTo("mthreads");
        assertThat(workload("schbench:message-threads=2").loadUnit()).isEqualTo("workers");
        assertThatThrownBy(() -> workload("schbench:message-threads=2,workers=3")).hasMessageContaining("the other");
        assertThatThrownBy(() -> workload("schbench:footprint=2"))
                .hasMessage("workload schbench has the option footprint only with version=new");
        assertThatThrownBy(() -> workload("schbench:version=new,message-cpu=2"))
                .hasMessage("workload schbench has the option message-cpu only with version=old");
        assertThatThrownBy(() -> workload("schbench:version=new,cpus=2")).hasMessageStartingWith("unknown option");
        assertThatThrownBy(() -> workload("schbench:cpu=99999999999999999999"))
                .hasMessage("workload schbench: cpu=99999999999999999999 is outside 0 to 10000000");
        assertThatThrownBy(() -> workload("schbench:cpu=1e3")).hasMessageEndingWith("needs a whole number, not '1e3'");
    }

    @Test
    void latenciesOfNoWholeMicrosecondAreLeftOut() {
        final var latencies = new Latencies();
        latencies.record(1100, 1900);
        latencies.record(1900, 4100);
        assertThat(latencies.values(1, 50, 100)).containsExactly(3.0, 3.0, 3.0);
    }

    @Test
    void theTwentiethPercentileIsTheRateOfThePoorerSeconds() {
        final var rate = new RequestRate();
        rate.forget(0);
        final int[] bySecond = {7, 2, 9, 4, 8, 6, 1};
        for (int second = 0; second < bySecond.length; second++) {
            for (int request = 0; request < bySecond[second]; request++) {
                rate.done(second * SECOND + request);
            }
        }
        assertThat(rate.average(6 * SECOND)).isEqualTo(37.0 / 6);
        assertThat(rate.twentiethPercentile(6 * SECOND + SECOND / 2)).as("of the whole seconds").isEqualTo(4);
        assertThat(rate.twentiethPercentile(5 * SECOND)).isEqualTo(2);
        assertThat(rate.twentiethPercentile(2 * SECOND)).isEqualTo(2);
        assertThat(rate.twentiethPercentile(2 * SECOND - 1)).as("of one").isNaN();
    }
}
