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
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            explain                                                  | name a wake-up: either FILE:LINE, or --machine
            explain none.jsonl:1                                     | none.jsonl: no such file
            explain none.jsonl                                       | 'none.jsonl' should be FILE:LINE
            explain --machine jacobsvill --prev 1                    | did you mean 'jacobsville'?
            explain --machine jacobsville --prev -1                  | --prev -1: the machine has CPUs 0-23
            explain --machine jacobsville                            | perch: Missing required argument(s): --prev=CPU
            explain --machine jacobsville --prev 24                  | --prev 24: the machine has CPUs 0-23
            explain --machine jacobsville --prev 1 --busy 0-99       | --busy 0-99: the machine has CPUs 0-23
            explain --machine jacobsville --prev 1 --busy 3-         | not a CPU list: '3-'
            explain --machine jacobsville --prev 1 --utilization 101 | --utilization 101 is outside 0-100
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
