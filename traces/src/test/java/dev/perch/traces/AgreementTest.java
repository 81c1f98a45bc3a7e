package dev.perch.traces;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One recording in two formats is one recording: event for event, field for field. */
class AgreementTest {
    private static final int ROUNDED = 500;
    private static final int CUT_OFF = 0;

    /** The events with stamps in us, rounded as trace-cmd does or cut off as perf does. */
    private static List<String> lines(final Recorded recorded, final int rounding) {
        return recorded.events().stream().map(event -> line(recorded, event, rounding)).toList();
    }

    private static String line(final Recorded recorded, final Event event, final int rounding) {
        final String fields = switch (event.kind) {
            case SWITCH -> recorded.prevComm(event) + " " + event.prevPid + " " + event.prevPrio + " "
                    + TaskState.letters(event.prevState) + " " + recorded.taskComm(event) + " " + event.task + " "
                    + event.taskPrio;
            case WAKING, WAKEUP, WAKEUP_NEW -> recorded.taskComm(event) + " " + event.task + " " + event.taskPrio + " "
                    + event.targetCpu;
            case MIGRATE -> recorded.taskComm(event) + " " + event.task + " " + event.originCpu + " "
                    + event.targetCpu;
            case FORK, EXIT -> recorded.taskComm(event) + " " + event.task;
            default -> "";
        };
        return String.format(Locale.ROOT, "%d us %d %d %s %s", (event.nanos + rounding) / 1000, event.cpu,
                event.pid, event.kind, fields);
    }

    @Test
    void ourSamplesAgreeWithTheTextThatOtherToolsMadeOfThem() {
        assertThat(lines(Recorded.ofSample("msg2x4.trace.dat.gz"), ROUNDED)).hasSize(582)
                .containsExactlyElementsOf(lines(Recorded.ofSample("msg2x4.trace-cmd-report.txt.gz"), ROUNDED));
        assertThat(lines(Recorded.ofSample("msg2x4.perf.data.gz"), CUT_OFF)).hasSize(1087)
                .containsExactlyElementsOf(lines(Recorded.ofSample("msg2x4.perf-script.txt.gz"), CUT_OFF));
    }

    @ParameterizedTest
    @ValueSource(strings = {"6.1-amd64-cluster4-2llc", "6.1-amd64-smt2-4llc-2node", "6.12-amd64-cluster4-2llc",
            "6.12-amd64-smt2-4llc-2node", "6.12-arm64-6cluster-24cpu", "6.12-arm64-8cluster-2node",
            "6.12-arm64-nocluster-2node"})
    void traceDatAndTheTextThatTraceCmdMakesOfIt(final String machine) {
        final Path directory = Shared.path("recordings/" + machine);
        assertThat(lines(Recorded.of(directory.resolve("msg2x4.trace.dat.gz")), ROUNDED))
                .containsExactlyElementsOf(
                        lines(Recorded.of(directory.resolve("msg2x4.trace-cmd-report.txt.gz")), ROUNDED));
    }

    @ParameterizedTest
    @ValueSource(strings = {"6.1-amd64-cluster4-2llc", "6.1-amd64-smt2-4llc-2node", "6.12-amd64-cluster4-2llc",
            "6.12-amd64-smt2-4llc-2node"})
    void perfDataAndTheTextThatPerfMakesOfIt(final String machine) {
        final Path directory = Shared.path("recordings/" + machine);
        final List<String> binary = lines(Recorded.of(directory.resolve("msg2x4.perf.data")), CUT_OFF);
        assertThat(binary).hasSizeGreaterThan(1000);
        for (final String text : List.of("msg2x4.perf-script.txt.gz", "msg2x4.perf-sched-script.txt.gz")) {
            assertThat(lines(Recorded.of(directory.resolve(text)), CUT_OFF)).containsExactlyElementsOf(binary);
        }
    }
}
