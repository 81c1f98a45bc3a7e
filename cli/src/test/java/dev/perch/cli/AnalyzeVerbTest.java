package dev.perch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class AnalyzeVerbTest {
    @TempDir
    private Path directory;
    private Path trace;

    @BeforeEach
    void record() throws IOException {
        trace = directory.resolve("trace.txt");
        Files.writeString(trace, """
                # tracer: nop
                # entries-in-buffer/entries-written: 3/5   #P:4
                a-97 [000] d..2. 1.000010: sched_waking: comm=\u001b[31mb pid=98 prio=120 target_cpu=002
                a-97 [000] d..2. 1.000012: sched_wakeup: comm=\u001b[31mb pid=98 prio=120 target_cpu=001
                <idle>-0 [001] d..2. 1.000030: sched_switch: prev_comm=swapper/1 prev_pid=0 prev_prio=120 \
                prev_state=R ==> next_comm=\u001b[31mb next_pid=98 next_prio=120
                """);
    }

    @Test
    void printsWhereWakeUpsLandedAndSaysThatTheMachineIsAGuess() {
        final Run run = Run.perch("analyze", trace.toString());
        assertThat(run.status()).isZero();
        assertThat(run.out()).contains("ftrace text", "3 events on CPUs 0-1 of 4", "a guess",
                "2 older events were overwritten", "waker to placement     LLC");
    }

    @Test
    void aTasksNameCannotMoveTheCursor() {
        assertThat(Run.perch("analyze", trace.toString()).out()).contains("?[31mb:98").doesNotContain("\u001b");
    }

    @Test
    void printsTheSameForPrograms() {
        final Run run = Run.perch("analyze", trace.toString(), "--format", "json");
        final JsonNode tree = JsonMapper.shared().readTree(run.out());
        assertThat(tree.at("/recording/events").asInt()).isEqualTo(3);
        assertThat(tree.at("/waker_to_placement/0/p50_ns").asLong()).isBetween(19_900L, 20_100L);
        assertThat(tree.at("/prev_to_placement/0/distance").asString()).isEqualTo("LLC");
    }

    @Test
    void tellsHowToRecord() {
        final Run run = Run.perch("analyze", "--how");
        assertThat(run.status()).isZero();
        assertThat(run.out()).contains("trace-cmd record", "perf record", "linux.ftrace", "Cost:");
    }

    @Test
    void aFileThatIsNoRecordingIsOneLineAndStatus2() throws IOException {
        final Path file = Files.writeString(directory.resolve("x"), "hello\n");
        final Run run = Run.perch("analyze", file.toString());
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.err()).startsWith("perch: ").contains("not a recording");
        assertThat(Run.perch("analyze").status()).isEqualTo(2);
    }

    @Test
    void writesAPageATraceAndATableInOneReading() throws IOException {
        final Run run = Run.perch("analyze", trace.toString(), "--html", directory.resolve("page.html").toString(),
                "--perfetto", directory.resolve("trace.perfetto").toString(), "--events",
                directory.resolve("events.parquet").toString());
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("waker to placement     LLC");
        assertThat(directory.resolve("page.html")).content().startsWith("<!DOCTYPE html>");
        assertThat(Files.readAllBytes(directory.resolve("events.parquet"))).startsWith('P', 'A', 'R', '1');
        final Run again = Run.perch("analyze", directory.resolve("trace.perfetto").toString());
        assertThat(again.out()).contains("Perfetto", "3 events on CPUs 0-1", "waker to placement     LLC");
    }

    @Test
    void aFileThatCannotBeWrittenIsOneLineAndStatus2() {
        for (final String option : List.of("--html", "--perfetto", "--events")) {
            for (final String place : List.of("none/file", ".", trace.getFileName().toString())) {
                final Run run = Run.perch("analyze", trace.toString(), option, directory.resolve(place).toString());
                assertThat(run.status()).isEqualTo(2);
                assertThat(run.err().lines()).hasSize(1);
                assertThat(run.out()).isEmpty();
            }
        }
        assertThat(directory.toFile().list()).containsExactly("trace.txt");
    }

    @Test
    void aGuessHasTheCpusThatOnlyAWakeUpNames() throws IOException {
        final Path file = Files.writeString(directory.resolve("short.txt"), """
                a-97 [000] d..2. 1.000010: sched_waking: comm=b pid=98 prio=120 target_cpu=006
                a-97 [000] d..2. 1.000012: sched_wakeup: comm=b pid=98 prio=120 target_cpu=001
                """);
        final Run run = Run.perch("analyze", file.toString());
        assertThat(run.status()).isZero();
        assertThat(run.out()).contains("2 events on CPUs 0", "previous to placement  LLC");
    }
}
