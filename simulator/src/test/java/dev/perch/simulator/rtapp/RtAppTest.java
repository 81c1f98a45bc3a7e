package dev.perch.simulator.rtapp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.perch.machines.Catalogue;
import dev.perch.scheduler.Kernel;
import dev.perch.scheduler.LinuxPolicy;
import dev.perch.simulator.Run;
import dev.perch.simulator.Workload;
import dev.perch.simulator.Workloads;
import dev.perch.topology.CpuSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RtAppTest {
    @TempDir
    private Path directory;

    private Workload workload(final String text) throws IOException {
        return Workloads.parse(Files.writeString(directory.resolve("x.json"), text).toString(),
                getClass().getClassLoader());
    }

    private static double value(final Workload workload, final String metric) {
        final var machine = Catalogue.machine("zen4-guest");
        final List<Double> values = new Run(machine, machine.topology().cpus(), LinuxPolicy.of(Kernel.of(6, 12)),
                workload, 1, 1, workload.span()).make().values();
        return values.get(workload.metrics().stream().map(one -> one.name()).toList().indexOf(metric));
    }

    private double value(final String text, final String metric) throws IOException {
        return value(workload(text), metric);
    }

    @Test
    void readsCommentsTrailingCommasBareAndRepeatedKeysInTheirOrder() {
        final RtAppFile file = RtAppFile.parse("""
                {
                  /* two phases of one name */
                  "tasks" : { "a" : {
                      "priority" : -19, "cpus" : [ 0, 1, ], "loop" : 3,
                      "phases" : {
                        "p" : { "run1" : 10, "suspend", "run2" : 20, },
                        "p" : { "loop" : 5, "runtime" : 30, "timer" : { "ref" : "unique", "period" : 100 } },
                      } }, // and no more
                  },
                  "global" : { "duration" : 2, "gnuplot" : true, }
                }""");

        assertThat(file.durationMicros()).isEqualTo(2e6);
        assertThat(file.tasks()).containsExactly(new TaskSpec("a", 1, 0, -19, false, 0, 3, List.of(
                new Phase(1, CpuSet.parse("0-1"), List.of()),
                new Phase(1, null, List.of(new Event.Run(10), new Event.Suspend("a"), new Event.Run(20))),
                new Phase(5, null, List.of(new Event.Elapse(30), new Event.Timer("unique", 100, false))))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~',
            textBlock = """
                    { "tasks" : { "a" : { "exec" : 1 } } }                        | line 1: "exec": this is rt-app's format before
                    { "tasks" : { "a" : { "yield" : "" } } }                      | line 1: "yield": not supported
                    { "tasks" : { "a" : { "policy" : "SCHED_FIFO" } } }           | line 1: "policy": SCHED_FIFO is not simulated
                    { "tasks" : { "a" : { "run" : "x" } } }                       | line 1: "run": expected a number
                    { "tasks" : { "a" : { "run" : -5 } } }                        | line 1: "run": expected a number
                    { "tasks" : { "a" : { "fork" : "bb" }, "b" : { "run" : 1 } } } | line 1: task a:
                    { "tasks" : { "a" : [ ] } }                                   | line 1: "a": expected {
                    { "tasks" : { "a" : { "run" : 1 }                             | line 1: no rt-app file
                    { }                                                           | no "tasks"
                    { "tasks" : { "a" : { "run" : 1, "phases" : { "p" : { "run" : 1 } } } } } | both phases and events""")
    void whatIsWrongOrUnsupportedIsToldWithItsLine(final String text, final String message) {
        assertThatThrownBy(() -> workload(text)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("x.json: ").hasMessageContaining(message);
    }

    @Test
    void aFileNestedWithoutEndIsToldAsSuch() {
        assertThatThrownBy(() -> workload("[".repeat(100_000))).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nested more than");
    }

    @Test
    void aTaskBoundToACpuThatIsNotThereIsRefused() {
        assertThatThrownBy(() -> value("{ \"tasks\" : { \"a\" : { \"cpus\" : [7], \"run\" : 1 } } }", "run_p50"))
                .hasMessageContaining("bound to CPU 7");
    }

    @Test
    void aTimerKeepsItsPeriodAndLeavesTheRestAsSlack() throws IOException {
        final Workload workload = workload("""
                { "tasks" : { "a" : { "run" : 2000, "timer" : { "ref" : "unique", "period" : 10000 } } },
                  "global" : { "duration" : 1 } }""");

        assertThat(value(workload, "period_p50")).isCloseTo(10_000, within(50.0));
        assertThat(value(workload, "run_p50")).isCloseTo(2000, within(110.0));
        assertThat(value(workload, "slack_p50")).isCloseTo(80, within(1.5));
    }

    @Test
    void twoTasksThatResumeEachOtherTakeTurns() throws IOException {
        assertThat(value("""
                { "tasks" : {
                    "a" : { "run" : 1000, "resume" : "b", "suspend" },
                    "b" : { "run" : 1000, "resume" : "a", "suspend" } },
                  "global" : { "duration" : 1 } }""", "period_p50")).isCloseTo(2000, within(150.0));
    }

    @Test
    void aBarrierHoldsTheFasterTaskBack() throws IOException {
        assertThat(value("""
                { "tasks" : {
                    "fast" : { "sleep" : 1000, "barrier1" : "B" },
                    "slow" : { "sleep" : 5000, "barrier1" : "B" } },
                  "global" : { "duration" : 1 } }""", "period_p50")).isCloseTo(5000, within(100.0));
    }

    @Test
    void aWaiterGivesItsLockBackUntilItIsSignalled() throws IOException {
        assertThat(value("""
                { "tasks" : {
                    "waiter" : { "lock" : "m", "wait" : { "ref" : "c", "mutex" : "m" }, "unlock" : "m", "run" : 100 },
                    "signaller" : { "sleep" : 4000, "lock" : "m", "signal" : "c", "unlock" : "m" } },
                  "global" : { "duration" : 1 } }""", "period_p50")).isCloseTo(4000, within(200.0));
    }

    @Test
    void aForkedTaskRunsBesideItsParentUntilBothHaveEnded() throws IOException {
        assertThat(value("""
                { "tasks" : {
                    "child" : { "instance" : 0, "loop" : 1, "run" : 7000 },
                    "parent" : { "loop" : 2, "fork" : "child", "sleep" : 1000 } } }""", "run_p50"))
                .isCloseTo(7000, within(7000 * 0.06));
    }

    @Test
    void everyPublicFileRunsOrIsRefusedByName() throws IOException {
        final Path shared = Path.of(System.getProperty("perch.shared", "../../shared")).resolve("rtapp");
        assumeThat(shared).as("third-party files").isDirectory();
        final Set<String> refused = new TreeSet<>();
        final List<Path> files;
        try (Stream<Path> all = Files.list(shared)) {
            files = all.filter(file -> file.toString().endsWith(".json")).toList();
        }
        for (final Path file : files) {
            try {
                Workloads.parse(file.toString(), getClass().getClassLoader());
            } catch (final IllegalArgumentException e) {
                assertThat(e).hasMessageContaining(": line ");
                refused.add(file.getFileName().toString());
            }
        }
        assertThat(refused).containsExactly("custom-slice.json", "taskset.json");
    }
}
