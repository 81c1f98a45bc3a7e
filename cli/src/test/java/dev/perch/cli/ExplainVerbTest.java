package dev.perch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExplainVerbTest {
    private static final String SCENARIO = """
            {"id":"full-cluster","kernel":"6.12","call":"select_idle_sibling","topology":{"name":"two-clusters",\
            "sockets":1,"numa_per_socket":1,"llcs_per_numa":1,"clusters_per_llc":2,"cores_per_cluster":4,"smt":1,\
            "cluster":true},"nr_running":[1,1,1,1,1,1,0,1],"task":{"prev":5,"recent":1,"target":2},\
            "waker":{"cpu":2},"llc":{"nr_idle_scan":[8]}}
            """;

    @TempDir
    private Path directory;

    private Run explain(final String... options) throws IOException {
        final String place = Files.writeString(directory.resolve("s.jsonl"), "\n" + SCENARIO) + ":2";
        final String[] arguments = new String[options.length + 2];
        arguments[0] = "explain";
        arguments[1] = place;
        System.arraycopy(options, 0, arguments, 2, options.length);
        return Run.perch(arguments);
    }

    @Test
    void tellsALineOfAFileStepByStep() throws IOException {
        final Run run = explain("--others", "linux-6.1,linux-6.12-SIS_UTIL");
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).isEqualTo("""
                full-cluster: linux-6.12 on two-clusters
                waker on CPU 2, previous CPU 5, recent CPU 1, target 2
                target's LLC 0-7, nr_idle_scan 8

                  target        2                           busy
                  prev          5                           busy
                  recent        1                           busy
                  cluster       3,0-2                       busy, budget 4 left
                  LLC           4-5                         busy, budget 2 left
                  LLC           6                           idle: taken

                CPU 6: idle in target's LLC (from prev: cluster), 7 probes

                  CPU 6         linux-6.1, linux-6.12-SIS_UTIL
                """);
    }

    @Test
    void theSameAsData() throws IOException {
        assertThat(explain("--others", "linux-6.1", "--format", "json").out())
                .contains("\"policy\" : \"linux-6.12\"", "\"cpu\" : 6", "\"why\" : \"llc\"", "\"probes\" : 7");
        assertThat(explain("--others", "linux-6.1", "--format", "csv").out()).isEqualTo("""
                policy,CPU,why,probes
                linux-6.12,6,idle in target's LLC,7
                linux-6.1,6,idle in target's LLC,4
                """);
    }

    @Test
    void anotherPolicyThanTheScenarios() throws IOException {
        assertThat(explain("--policy", "linux-6.1").out()).contains("LLC           3-5").doesNotContain("cluster  ");
    }

    @Test
    void aWakeUpByFlags() {
        final Run run = Run.perch("explain", "--machine", "jacobsville", "--waker", "4", "--prev", "9", "--busy",
                "0-6,9", "--policy", "linux-6.12");
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("linux-6.12 on jacobsville", "waker on CPU 4, previous CPU 9, recent CPU 9",
                "CPU 7: idle in target's cluster");
        assertThat(run.out().lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
    }

    @Test
    void theSlowPathComparesGroupsAndTakesACpu() {
        final Run run = Run.perch("explain", "--machine", "jacobsville", "--prev", "1", "--busy", "0-2", "--call",
                "fork", "--others", "linux-6.5");
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).isEqualTo("""
                linux-6.12 on jacobsville
                waker on CPU 1 (fork), previous CPU 1, recent CPU 1

                  MC            0-3                         own: 1 of 4 idle
                                4-7                         idlest of 5: 4 of 4 idle: taken
                  CPU           4                           idle in the shallowest state: taken
                  CLS           4                           own: 1 of 1 idle, kept
                                5                           idlest of 3: 1 of 1 idle

                CPU 4: the slow path's idlest CPU (from prev: LLC)

                  CPU 4         linux-6.5
                """);
        assertThat(Run.perch("explain", "--machine", "jacobsville", "--prev", "1", "--busy", "0-2", "--call", "fork",
                "--format", "json").out()).contains("\"domain\" : \"MC\"", "\"verdict\" : \"idlest\"", "\"idle\" : 4");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|',
            textBlock = """
                    epyc-milan   | linux-6.5                    | --prev 3 --waker 0 --utilization 25 | nr_idle_scan 14
                    epyc-milan   | linux-6.5+SIS_UTIL_SMALL_LLC | --prev 3 --waker 0 --utilization 25 | nr_idle_scan 28
                    kunpeng920   | linux-5.10 | --prev 0 --busy 0-19 --call fork | CPU 20:
                    kunpeng920   | linux-6.12 | --prev 5 --call fork             | CPU 8:
                    epyc-milan   | linux-5.10 | --prev 0 --busy 0-11 --call fork | CPU 16:
                    kunpeng920   | linux-6.12 | --prev 3 --waker 2 --allowed 5     | CPU 5: the only CPU that it may run on
                    kunpeng920   | linux-6.12 | --prev 3 --waker 2 --allowed 5,6   | CPU 5: the first allowed one
                    kunpeng920   | linux-6.12 | --prev 3 --waker 2 --allowed 70,71 | CPU 70: the first allowed one
                    kunpeng920   | linux-6.12 | --prev 3 --call exec               | CPU 3: the slow path's idlest CPU (prev)
                    epyc-milan   | linux-6.14+SCHED_CACHE   | --prev 0 | no preferred CPU
                    epyc-milan   | linux-6.14+SCHED_CACHE   | --prev 0 --busy 0-7,128-135 --preferred 40 | CPU 40: target is idle
                    kunpeng920   | linux-5.10+IDLE_CPUMASK  | --prev 0 --busy 0-9 | every CPU in the idle mask
                    kunpeng920   | linux-5.10+IDLE_CPUMASK  | --prev 0 --busy 0-9 --idle-mask 9-127 | LLC), 2 probes
                    kunpeng920   | linux-6.12 | --prev 3 --waker 2 --sync          | waker on CPU 2 (sync), previous CPU 3
                    kunpeng920   | linux-5.19 | --prev 3 | avg_idle 1000000, wake_avg_idle 1000000, avg_scan_cost 0 ns""")
    void asTheKernelDoes(final String machine, final String policy, final String flags, final String said) {
        final Run run = Run
                .perch(("explain --machine " + machine + " --policy " + policy + " " + flags).split(" ", -1));
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains(said);
    }

    /** An LLC that is one core of eight threads: an imbalance of 110 %, at 63 % utilisation a scan of 4, not 3. */
    @Test
    void theLlcsOwnImbalanceBoundsTheScan() throws IOException {
        final Path machine = Files.writeString(directory.resolve("one-core.yaml"), """
                name: cores of eight threads
                architecture: x86_64
                topology: {llcs: 2, cores: 1, threads: 8, siblings: adjacent}
                """);
        assertThat(Run.perch("explain", "--machine", machine.toString(), "--prev", "0", "--utilization", "63").out())
                .contains("nr_idle_scan 4");
    }

    @Test
    void dataHoldsWhatTheSearchStartsFrom() {
        assertThat(Run.perch("explain", "--machine", "epyc-milan", "--prev", "3", "--recent", "4", "--busy",
                "0-7,128-135", "--policy", "linux-6.5", "--format", "json").out()).contains("\"recent\" : 4",
                        "\"nr_idle_scan\" : 0", "\"has_idle_cores\" : false", "\"avg_idle\" : null");
    }

    @Test
    void dataHoldsTheMomentAndNoFigureThatIsNone() {
        final Run run = Run.perch("explain", "--machine", "jacobsville", "--waker", "4", "--prev", "9", "--busy", "0-3",
                "--allowed", "4-20", "--sync", "--format", "json");
        assertThat(run.out()).contains("\"scenario\" : null", "\"call\" : \"wakeup\"", "\"sync\" : true",
                "\"allowed\" : \"4-20\"", "\"busy\" : \"0-3\"", "\"wide\" : false", "\"affine_target\" : ")
                .doesNotContain(": -1", ": \"\"");
        assertThat(Run.perch("explain", "--machine", "jacobsville", "--prev", "9", "--call", "fork", "--format", "json")
                .out()).contains("\"call\" : \"fork\"", "\"sync\" : false", "\"busy\" : \"9\"", "\"target\" : null",
                        "\"affine_target\" : null", "\"wide\" : null");
    }

    @Test
    void aPolicyThatTellsNoStepsLeavesNoGap() {
        assertThat(Run.perch("explain", "--machine", "kunpeng920", "--prev", "3", "--waker", "2", "--policy",
                "jvm-perch", "--others", "linux-6.1").out()).isEqualTo("""
                        jvm-perch on kunpeng920
                        waker on CPU 2, previous CPU 3, recent CPU 3

                        CPU 2 (from prev: cluster)

                          CPU 3         linux-6.1
                        """);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"',
            textBlock = """
                    explain                                                  | name a wake-up: FILE:LINE, or --machine
                    explain none.jsonl:1                                     | none.jsonl: no such file
                    explain none.jsonl                                       | 'none.jsonl' should be FILE:LINE
                    explain --machine jacobsvill --prev 1                    | did you mean 'jacobsville'?
                    explain --machine jacobsville --prev -1                  | --prev -1: the machine has CPUs 0-23
                    explain --machine jacobsville                            | perch: name a wake-up: FILE:LINE, or --machine with --prev
                    explain --machine jacobsville --prev 24                  | --prev 24: the machine has CPUs 0-23
                    explain --machine jacobsville --prev 1 --busy 0-99       | --busy 0-99: the machine has CPUs 0-23
                    explain --machine jacobsville --prev 1 --busy 3-         | not a CPU list: '3-'
                    explain --machine jacobsville --prev 1 --waker 7 --call exec | --waker 7: a task that calls exec runs on --prev 1
                    explain --machine jacobsville --prev 1 --allowed 7 --call exec | --allowed 7: a task that calls exec runs on
                    explain --machine jacobsville --prev 1 --utilization 101 | --utilization 101 is outside 0-100
                    explain --machine jacobsville --prev 1 --preferred 2     | --preferred is read by SCHED_CACHE alone
                    explain --machine jacobsville --prev 1 --idle-mask 0-23  | --idle-mask is read by IDLE_CPUMASK alone
                    explain --machine jacobsville --prev 1 --preferred 24 --policy linux-6.14+SCHED_CACHE | --preferred 24: the machine has
                    explain --machine jacobsville --prev 1 --busy 0-5 --idle-mask 7-23 --policy linux-5.10+IDLE_CPUMASK | CPUs 6 idle
                    explain --machine jacobsville --prev 1 --call fork --recent 2 | --recent belongs to a wake-up: leave it out with --call fork
                    explain --machine jacobsville --prev 1 --call exec --utilization 5 | --utilization belongs to a wake-up
                    explain --machine jacobsville --prev 1 --call fork --preferred 2 --policy linux-6.14+SCHED_CACHE | --preferred belongs to
                    explain --machine jacobsville --prev 1 --call fork --idle-mask 0-23 --policy linux-5.10+IDLE_CPUMASK | --idle-mask belongs to
                    explain --machine jacobsville --prev 1 --policy linux-7  | unknown policy 'linux-7': did you mean""")
    void badUsageIsOneLine(final String command, final String why) {
        final Run run = Run.perch(command.split(" ", -1));
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains(why).hasLineCount(1);
    }

    @Test
    void aLineThatIsNotThereIsNamed() throws IOException {
        final Path file = Files.writeString(directory.resolve("s.jsonl"), SCENARIO);
        assertThat(Run.perch("explain", file + ":7").err()).contains("s.jsonl:7: there is no such line")
                .hasLineCount(1);
    }
}
