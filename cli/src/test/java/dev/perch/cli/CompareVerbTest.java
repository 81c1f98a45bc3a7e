package dev.perch.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompareVerbTest {
    private static Run compare(final String... more) {
        final List<String> args = new ArrayList<>(List.of("compare", "--machine", "kunpeng920", "--nodes", "0",
                "--workload", "netperf", "--load", "1,2", "--baseline", "linux-6.5", "--candidate",
                "linux-6.5+CLUSTER_SCAN", "--warmup", "10ms", "--duration", "5ms"));
        for (int i = 0; i < more.length; i += 2) { // a later value takes the place of an earlier one
            final int at = args.indexOf(more[i]);
            if (at >= 0) {
                args.set(at + 1, more[i + 1]);
            } else {
                args.addAll(List.of(more[i], more[i + 1]));
            }
        }
        return Run.perch(args.toArray(String[]::new));
    }

    @Test
    void printsAMailingListTable() {
        final Run run = compare();
        assertThat(run.err()).isEmpty();
        assertThat(run.status()).isZero();
        assertThat(run.out().lines().skip(3).toList()).hasSize(3).satisfies(lines -> {
            assertThat(lines.get(0)).matches("case +load +baseline\\(std%\\) +compare%\\( std%\\)");
            assertThat(lines.get(1)).matches("TCP_RR +1-pairs +[0-9.]+ \\( +[0-9.]+\\) +[+-][0-9.]+ \\( +[0-9.]+\\)");
        });
    }

    @Test
    void theSameBytesComeFromAnyNumberOfJobs() {
        final String json = compare("--format", "json", "--jobs", "1").out();
        assertThat(compare("--format", "json", "--jobs", "3").out()).isEqualTo(json);
        assertThat(json).contains("\"machine\" : \"kunpeng920\"", "\"workload\" : \"netperf:proto=tcp\"",
                "\"better\" : \"higher\"", "\"policy\" : \"linux-6.5+CLUSTER_SCAN\"", "\"change_pct\"",
                "\"sis_search\"");
    }

    @Test
    void searchMetricsComeInBothForms() {
        final Run schedtests = compare("--metrics", "search");
        assertThat(schedtests.out()).contains("se_eff%", "fast_rate%", "linux-6.5+CLUSTER_SCAN");
        assertThat(compare("--metrics", "search", "--search-form", "mmtests").status()).isZero();
    }

    @Test
    void theTimesOfScansAreAHistogramWithAColumnAPolicy() {
        final List<String> lines = compare("--load", "20", "--metrics", "search-time").out().lines().toList();
        final int head = lines.indexOf("case    load      us_from  linux-6.5  linux-6.5+CLUSTER_SCAN");
        assertThat(head).isPositive();
        assertThat(lines.get(head + 1)).matches("TCP_RR +20-pairs +0 +[1-9]\\d* +[1-9]\\d*");
    }

    @Test
    void everyBucketOfTheTimesIsAColumnForPrograms() {
        final Map<String, String> row = csv("--load", "20", "--metrics", "search-time");
        assertThat(row).containsKeys("baseline_select_idle_cpu_us_from_64", "candidate_select_idle_cpu_us_from_64K");
        assertThat(Long.parseLong(row.get("baseline_select_idle_cpu_us_from_0"))).isPositive();
    }

    @Test
    void locksTellHowManyOfTheirTakersQueued() {
        final Map<String, String> row = csv("--load", "40", "--metrics", "locks");
        final long taken = Long.parseLong(row.get("baseline_lock_taken"));
        final long waited = Long.parseLong(row.get("baseline_lock_waited"));
        assertThat(waited).isPositive().isLessThan(taken);
        assertThat(Double.parseDouble(row.get("baseline_lock_waited_pct"))).isCloseTo(100.0 * waited / taken,
                within(0.005));
        assertThat(Long.parseLong(row.get("baseline_lock_wait_ns"))).isGreaterThan(waited);
    }

    /** The first row of the table for programs, by column. */
    private static Map<String, String> csv(final String... more) {
        final List<String> args = new ArrayList<>(List.of(more));
        args.addAll(List.of("--format", "csv"));
        final List<String> lines = compare(args.toArray(String[]::new)).out().lines().toList();
        final List<String> heads = List.of(lines.get(0).split(",", -1));
        final List<String> cells = List.of(lines.get(1).split(",", -1));
        return IntStream.range(0, heads.size()).boxed().collect(Collectors.toMap(heads::get, cells::get));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --load      | 0              | perch: --load 0 is outside 1 to 100000
            --load      | -4             | perch: --load -4 is outside 1 to 100000
            --machine   | kunpeng921     | did you mean 'kunpeng920'?
            --workload  | netprf         | did you mean 'netperf'?
            --workload  | netperf:prto=1 | did you mean 'proto'?
            --workload  | netperf:proto=icmp | did you mean
            --workload  | hackbench:fds=0 | fds=0 is outside 1 to 1000
            --baseline  | linux-6.6      | did you mean 'linux-6.
            --candidate | linux-6.5+CLUSTERSCAN | did you mean 'CLUSTER_SCAN'?
            --nodes     | 7              | kunpeng920 has no node 7; it has 0,1,2,3
            --nodes     | zero           | --nodes
            --runs      | 0              | --runs 0 is outside 1 to 1000
            --jobs      | 0              | --jobs 0 is outside 1 to 1024
            --duration  | 0s             | --duration must be longer than nothing
            --duration  | 1us            | --duration is too short: with --load 1 under linux-6.5 nothing was completed
            --load      | ,              | --load names nothing
            --machine   | ''             | unknown machine ''
            --duration  | soon           | write a time as 350ms or 2s
            --chart     | chart.gif      | a chart's file ends in .svg or .png
            --chart     | nowhere/c.svg  | there is no directory
            """)
    void badInputIsOneLineAndStatusTwo(final String option, final String value, final String message) {
        final Run run = compare(option, value);
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("perch: ").contains(message).hasLineCount(1);
    }

    @Test
    void workloadsAreListed() {
        assertThat(Run.perch("list", "workloads").out()).contains("hackbench", "netperf", "tbench");
    }
}
