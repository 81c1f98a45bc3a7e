package dev.perch.report.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlannerTest {
    private static PublishedRow row(final String study, final String kernel, final String machine, final String nodes,
            final String bench, final String load, final String metric) {
        final String[] names = bench.split("/", -1);
        return new PublishedRow(2, study, kernel, machine, nodes, names[0], names[names.length - 1], load, metric,
                Better.HIGHER, null, null, null, null, null, Map.of());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            cluster-wakeup   | 6.5-rc1  | linux-6.5  | linux-6.5+CLUSTER_SCAN
            cluster-wakeup   | 6.9      | linux-6.5  | linux-6.5+CLUSTER_SCAN
            cluster-wakeup   | 6.13     | linux-6.12-CLUSTER_SCAN | linux-6.12
            cluster-wakeup   | 5.19     | linux-6.5  | linux-6.5+CLUSTER_SCAN
            sis-util         | 5.19-rc1 | linux-5.19 | linux-5.19+SIS_UTIL
            sis-util         | v6.3     | linux-6.1-SIS_UTIL | linux-6.1
            sis-util-vanilla | 5.19-rc1 | linux-5.19 |
            idle-cpumask     | 5.10     | linux-5.10 | linux-5.10+IDLE_CPUMASK
            cache-aware-rfc  | 6.14-tip | linux-6.14 | linux-6.14+SCHED_CACHE
            cache-aware-rfc+llc-any-cpu | 6.14-tip | linux-6.14 | linux-6.14+SCHED_CACHE+SCHED_CACHE_ANY_CPU
            """)
    void theKernelIsTheNewestNotLaterThatHasTheSwitches(final String study, final String kernel,
            final String baseline, final String candidate) {
        assertThat(Study.named(study).baseline(kernel).name()).isEqualTo(baseline);
        assertThat(Study.named(study).candidate(kernel).map(policy -> policy.name()).orElse(null))
                .isEqualTo(candidate);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|',
            textBlock = """
                    tbench/loopback          | 6-threads  | throughput      | tbench                | 6
                    tbench/tbench            | 512        | normalized      | tbench                | 512
                    netperf/UDP_RR           | 28 threads | throughput      | netperf:proto=udp     | 28
                    netperf/netperf          | 2-clients  | normalized      | netperf:proto=tcp     | 2
                    netperf/TCP_RR           | 224 threads | select_idle_cpu_us_from_1K | netperf:proto=tcp | 224
                    hackbench/threads-pipe   | 9 groups   | time_s          | hackbench:ipc=pipe,mode=threads,fds=20,loops=20000 | 9
                    hackbench/thread-sockets | 1 group    | throughput      | hackbench:ipc=sockets,mode=threads,fds=14,loops=1000000 | 1
                    hackbench/process-sockets | 1 group   | success_rate_pct | hackbench:ipc=sockets,mode=process,fds=14,loops=1000000 | 1
                    schbench/normal | 8 mthreads | latency_p90 | schbench:workers=28,sleep=30000,cpu=30000 | 8
                    schbench/schbench | 256 | normalized | schbench:message-threads=2,sleep=30000,cpu=30000 | 256
                    schbench/schbench-mmtests | 16 threads | wakeup_latency_p50.0 | schbench:version=new,message-threads=2,sleep=100,operations=5,footprint=256 | 16
                    stream-10/stream-10 | Copy | normalized | stream:repeats=10,array=976  | 16
                    """)
    void aBenchmarkIsAWorkloadAndALoad(final String bench, final String load, final String metric,
            final String workload, final int units) {
        final var plan = (Plan.Simulated) new Planner(Model.AS_IT_STANDS)
                .plan(row("sis-util", "5.19", "xeon-112cpu-llc", "0", bench, load, metric));
        assertThat(plan.baseline().workload().name()).isEqualTo(workload);
        assertThat(plan.baseline().load()).isEqualTo(units);
        assertThat(plan.candidate()).hasValueSatisfying(
                candidate -> assertThat(candidate.workload()).isEqualTo(plan.baseline().workload()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|',
            textBlock = """
                    cluster-wakeup   | jacobsville       | hackbench/process-pipe | 2-groups  | throughput | hackbench:ipc=pipe,mode=process,fds=3,loops=1000000
                    cluster-wakeup   | jacobsville       | schbench/normal        | 1 mthread | latency_p99 | schbench:workers=6,sleep=30000,cpu=30000
                    sis-util-vanilla | xeon-112cpu-llc   | schbench/normal        | 5 mthreads | fast_rate_pct | schbench:workers=28,sleep=0,cpu=30000,message-cpu=30000
                    """)
    void schedtestsCountsByTheCpusOfItsMachine(final String study, final String machine, final String bench,
            final String load, final String metric, final String workload) {
        final var plan = (Plan.Simulated) new Planner(Model.AS_IT_STANDS)
                .plan(row(study, "6.5", machine, "0", bench, load, metric));
        assertThat(plan.baseline().workload().name()).isEqualTo(workload);
    }

    @Test
    void rowsThatAskForTheSameShareOneExperiment() {
        final var planner = new Planner(Model.AS_IT_STANDS);
        final var throughput = (Plan.Simulated) planner
                .plan(row("sis-util", "5.19", "xeon-112cpu-llc", "0", "netperf/TCP_RR", "28", "throughput"));
        final var efficiency = (Plan.Simulated) planner.plan(
                row("sis-util-vanilla", "5.19-rc1", "xeon-112cpu-llc", "0-0", "netperf/TCP_RR", "28 threads",
                        "se_eff_pct"));
        assertThat(efficiency.baseline()).isEqualTo(throughput.baseline());
        assertThat(efficiency.candidate()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            kunpeng920 | hammerdb+mysql 16VU | no workload for hammerdb+mysql 16VU
            kunpeng921 | tbench/loopback     | did you mean 'kunpeng920'?
            ../shared  | tbench/loopback     | unknown machine '../shared'
            kunpeng920 | netperf/TCP_STREAM  | no workload for netperf/TCP_STREAM
            """)
    void whatPerchDoesNotKnowIsNotModelled(final String machine, final String bench, final String why) {
        assertThat(new Planner(Model.AS_IT_STANDS)
                .plan(row("cluster-wakeup", "6.5", machine, "0", bench, "1", "throughput")))
                .isInstanceOfSatisfying(Plan.NotModelled.class, plan -> assertThat(plan.why()).contains(why));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|',
            textBlock = """
                    cluster-wakup  | 6.5  | 0 | 1        | column 'study': unknown study 'cluster-wakup': did you mean 'cluster-wakeup'?
                    cluster-wakeup | tip  | 0 | 1        | column 'kernel': 'tip' is no release: write 6.5 or 6.5-rc1
                    cluster-wakeup | 6.5  | 7 | 1        | column 'numa_nodes': '7': kunpeng920 has no node 7; it has 0,1,2,3
                    cluster-wakeup | 6.5  | x | 1        | column 'numa_nodes': 'x': not a CPU list
                    cluster-wakeup | 6.5  | 0 | 0        | column 'load': '0' is no load of tbench
                    cluster-wakeup | 6.5  | 0 | many     | column 'load': 'many' is no load of tbench
                    cluster-wakeup | 6.5  | 0 | 99999999999 | column 'load'
                    """)
    void aRowThatContradictsItselfIsNamedByColumn(final String study, final String kernel, final String nodes,
            final String load, final String message) {
        final PublishedRow row = row(study, kernel, "kunpeng920", nodes, "tbench/loopback", load, "throughput");
        assertThatThrownBy(() -> new Planner(Model.AS_IT_STANDS).plan(row)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void everyScanCurveOfTheStudiesIsExact() {
        final var curves = RowsFile.bundled().rows().stream().filter(row -> row.better() == Better.EXACT).toList();
        assertThat(curves).hasSize(22).allSatisfy(row -> assertThat(new Planner(Model.AS_IT_STANDS).plan(row))
                .isEqualTo(new Plan.Computed(row.baseline())));
    }
}
