package dev.perch.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompareVerbTest {
    private static final String COMMA = ",(?=([^\"]*\"[^\"]*\")*[^\"]*$)"; // but for those in a quoted cell

    @TempDir
    private Path directory;

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
    void aTableForMailsOrFilesTellsWhatItIsOf() {
        assertThat(compare("--format", "markdown", "--runs", "2").out())
                .startsWith("netperf:proto=tcp on kunpeng920, CPUs"
                        + " 0-31; 2 runs of 0.005 s, warm-up 0.01 s, seed 1;"
                        + " baseline linux-6.5; compare linux-6.5+CLUSTER_SCAN\n\n| case | load");
        assertThat(csv("--runs", "2", "--seed", "7")).containsEntry("machine", "kunpeng920")
                .containsEntry("workload", "netperf:proto=tcp").containsEntry("costs_from", "")
                .containsEntry("warm_up_ns", "10000000").containsEntry("duration_ns", "5000000")
                .containsEntry("cpus", "0-31").containsEntry("runs", "2").containsEntry("seed", "7");
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

    @Test
    void switchesTellHowManyWerePreemptions() {
        final Map<String, String> row = csv("--load", "40", "--metrics", "switches");
        final long blocked = Long.parseLong(row.get("baseline_switches_blocked"));
        final long preempted = Long.parseLong(row.get("baseline_switches_preempted"));
        assertThat(blocked).isPositive();
        assertThat(Double.parseDouble(row.get("baseline_switches_preempted_pct")))
                .isCloseTo(100.0 * preempted / (blocked + preempted), within(0.005));
    }

    @Test
    void hackbenchTellsHowManyMessagesItsTimeRestsOn() {
        final Run run = compare("--workload", "hackbench:fds=2,loops=1000000", "--runs", "1");
        assertThat(run.out()).contains("; 1 run to completion, at most 0.015 s simulated",
                "the rest counts at the rate after the first 0.01 s").containsPattern(
                        "1-groups: of 4,000,000 messages [1-9][0-9,]* simulated under linux-6.5, [1-9]");
        assertThat(Double.parseDouble(csv("--workload", "hackbench:fds=2,loops=1000000").get("baseline_simulated_pct")))
                .isBetween(1e-3, 10.0);
        assertThat(compare("--workload", "hackbench:fds=2,loops=2").out()).doesNotContain("the rest");
    }

    @Test
    void hackbenchIsTooShortWhileNoMessageHasArrived() {
        final Run run = compare("--workload", "hackbench", "--warmup", "0s", "--duration", "1us");
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("--duration is too short").hasLineCount(1);
    }

    @Test
    void smallFiguresKeepTheirDigits() {
        final Run run = compare("--workload", "hackbench:fds=1,loops=5");
        assertThat(run.out()).containsPattern("process-pipe +1-groups +0\\.0000*[1-9]\\d\\d ");
        final Map<String, String> row = csv("--workload", "hackbench:fds=1,loops=5");
        assertThat(row.get("workload")).startsWith("\"hackbench:").contains("fds=1,").endsWith("\"");
        assertThat(compare("--workload", "hackbench:fds=1,loops=5", "--format", "json").out())
                .contains("\"mean\" : " + row.get("baseline_mean"), "\"change_pct\" : " + row.get("change_pct"));
    }

    @Test
    void oneRunHasNoDeviation() {
        assertThat(compare("--runs", "1").out()).containsPattern("1-pairs +[0-9.]+ \\( +\\) +[+-][0-9.]+ \\( +\\)");
        assertThat(csv("--runs", "1")).containsEntry("baseline_std_pct", "");
        assertThat(compare("--runs", "1", "--format", "json").out()).contains("\"std_pct\" : null");
    }

    @Test
    void aFigureThatRunsAreTooShortForIsBlank() {
        final String out = compare("--workload", "schbench:version=new,workers=2", "--load", "1", "--runs", "1",
                "--duration", "100ms").out();
        assertThat(out).contains("hold nothing to take it from, or no runs would: rps_p20\n")
                .containsPattern("schbench-new +1-mthreads +\\( +\\) +\\( +\\)");
    }

    @Test
    void aFigureThatIsBlankAtEveryLoadIsNotDrawn() {
        final Path chart = directory.resolve("chart.svg");
        final Run run = compare("--workload", "schbench:version=new,workers=2", "--load", "1", "--runs", "1",
                "--duration", "1s", "--chart", chart.toString());
        assertThat(run.status()).isZero();
        assertThat(run.out()).contains("or no runs would: rps_p20\n");
        assertThat(run.err()).isEqualTo("perch: note: " + chart
                + " leaves out what no load has figures of to compare: rps_p20\n");
        final long metrics = run.out().lines().filter(line -> line.endsWith(" is better")).count();
        assertThat(chart).content().contains(" height=\"" + 380 * (metrics - 1) + "\"");
    }

    @Test
    void theTableIsPrintedBeforeTheChartFails() throws IOException {
        final Path full = Path.of("/dev/full");
        assumeTrue(Files.isWritable(full), "this system has no /dev/full");
        final Path chart = Files.createSymbolicLink(directory.resolve("chart.svg"), full);
        final Run run = compare("--chart", chart.toString());
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).startsWith("perch: " + chart + ": cannot be written").hasLineCount(1);
        assertThat(run.out()).isEqualTo(compare().out());
    }

    @Test
    void aFormOfWhatIsNotPrintedIsRefused() {
        assertThat(compare("--search-form", "mmtests").err()).contains("add --metrics search").hasLineCount(1);
        assertThat(compare("--search-form", "mmtests", "--format", "json").status()).isZero();
    }

    @Test
    void aDirectoryIsNoRtAppFile() {
        assertThat(compare("--workload", "rt-app:" + directory).err())
                .isEqualTo("perch: " + directory + ": is a directory; name an rt-app file\n");
    }

    private Run idle(final String task) throws IOException {
        final Path file = Files.writeString(directory.resolve("idle.json"),
                ("{'tasks': {'idle': " + task + "}, 'global': {'duration': 1}}").replace('\'', '"'));
        return compare("--workload", file.toString(), "--load", "1", "--runs", "1");
    }

    @Test
    void aTaskThatWaitsForEverIsNotTakenForARunTooShort() throws IOException {
        final Run run = idle("{'suspend': 'never'}");
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("or the workload does nothing").hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'run': 0, 'sleep': 0} | run_p50
            {'timer': {'ref': 'tick', 'period': 0}} | run_p50
            """)
    void whatATaskNeverDoesIsBlank(final String task, final String missing) throws IOException {
        final Run run = idle(task);
        assertThat(run.status()).isZero();
        assertThat(run.out()).contains("or no runs would: ").contains(missing);
    }

    /** The first row of the table for programs, by column. */
    private static Map<String, String> csv(final String... more) {
        final List<String> args = new ArrayList<>(List.of(more));
        args.addAll(List.of("--format", "csv"));
        final List<String> lines = compare(args.toArray(String[]::new)).out().lines().toList();
        final List<String> heads = List.of(lines.get(0).split(",", -1));
        final List<String> cells = List.of(lines.get(1).split(COMMA, -1));
        return IntStream.range(0, heads.size()).boxed().collect(Collectors.toMap(heads::get, cells::get));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|',
            textBlock = """
                    --load      | 0              | perch: --load 0 is outside 1 to 100000
                    --load      | -4             | perch: --load -4 is outside 1 to 100000
                    --machine   | kunpeng921     | did you mean 'kunpeng920'?
                    --workload  | netprf         | did you mean 'netperf'?
                    --workload  | netperf:prto=1 | did you mean 'proto'?
                    --workload  | netperf:proto=icmp | there are tcp, udp
                    --workload  | hackbench:fds=0 | fds=0 is outside 1 to 1000
                    --baseline  | linux-6.6      | did you mean 'linux-6.
                    --candidate | linux-6.5+CLUSTERSCAN | did you mean 'CLUSTER_SCAN'?
                    --candidate | linux-6.5+SIS_UTIL | --candidate linux-6.5+SIS_UTIL: linux-6.5 is the baseline already
                    --candidate | linux-6.1,linux-6.1+SIS_UTIL | --candidate linux-6.1+SIS_UTIL: linux-6.1 is a candidate already
                    --candidate | jvm-perch      | netperf:proto=tcp has none: it is for the workloads jvm:bench=NAME
                    --nodes     | 7              | kunpeng920 has no node 7; it has 0,1,2,3
                    --nodes     | zero           | --nodes
                    --runs      | 0              | --runs 0 is outside 1 to 1000
                    --jobs      | 0              | --jobs 0 is outside 1 to 1024
                    --duration  | 0s             | --duration must be longer than nothing
                    --duration  | 1us            | --duration is too short, or the workload does nothing: with --load 1 under linux-6.5 nothing was completed
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
