package dev.perch.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.perch.machines.Machines;
import dev.perch.replay.RecordedKernel;
import dev.perch.replay.Replay;
import dev.perch.replay.ReplayReport;
import dev.perch.scheduler.Policy;
import dev.perch.topology.Topology;
import dev.perch.traces.Progress;
import dev.perch.traces.Recording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ReplayVerbTest {
    private static final JsonMapper JSON = new JsonMapper();
    private final Path recordings = Path.of(System.getProperty("perch.shared", "../shared"), "recordings");

    @BeforeEach
    void needsRecordings() {
        assumeTrue(Files.isDirectory(recordings), "no recordings in " + recordings);
    }

    private static JsonNode replay(final Path trace, final String... more) {
        final List<String> command = Stream.concat(Stream.of("replay", trace.toString(), "--machine",
                trace.resolveSibling("sysfs.tar.gz").toString(), "--format", "json"), Stream.of(more)).toList();
        final Run run = Run.perch(command.toArray(String[]::new));
        assertThat(run.err()).isEmpty();
        assertThat(run.status()).isZero();
        return JSON.readTree(run.out());
    }

    private static ReplayReport replayed(final Path trace, final Topology topology) throws IOException {
        try (Recording recording = Recording.open(trace)) {
            final Policy own = RecordedKernel.of(trace, Optional.empty(), topology).policy();
            return new Replay(recording, topology, Progress.NONE).under(own, List.of());
        }
    }

    private List<Path> traces() throws IOException {
        try (Stream<Path> files = Files.walk(recordings)) {
            return files.filter(file -> file.toString().endsWith(".ftrace.txt.gz"))
                    .filter(file -> !file.toString().contains("hardware")) // no probes: its wake flags are guesses
                    .sorted().toList();
        }
    }

    /** Sums of selections and agreed ones. */
    private static final class Sum {
        private double agreed;
        private long selected;

        void add(final ReplayReport report) {
            selected += report.selected();
            agreed += report.selected() * report.agreementPct() / 100;
        }

        double percent() {
            return 100 * agreed / selected;
        }
    }

    @Test
    void everyRecordedKernelsPolicyAgreesWithItsKernel() throws IOException {
        final var all = new Sum();
        final var quiet = new Sum();
        final Map<String, Sum> machines = new HashMap<>();
        final Map<Path, Topology> topologies = new HashMap<>();
        for (final Path trace : traces()) {
            final Path sysfs = trace.resolveSibling("sysfs.tar.gz");
            if (!topologies.containsKey(sysfs)) {
                topologies.put(sysfs, Machines.find(sysfs.toString()).topology());
            }
            final ReplayReport report = replayed(trace, topologies.get(sysfs));
            all.add(report);
            machines.computeIfAbsent(trace.getParent().getFileName().toString(), name -> new Sum()).add(report);
            if (!trace.getFileName().toString().contains("-bg")) {
                quiet.add(report);
            }
        }
        assertThat(all.percent()).isGreaterThan(98.3);
        assertThat(quiet.percent()).as("without background load").isGreaterThan(98.4);
        machines.forEach((machine, sum) -> assertThat(sum.percent()).as(machine).isGreaterThan(96));
    }

    @Test
    void theKernelIsKnownByTheFilesBesideTheRecording() {
        final JsonNode report = replay(
                recordings.resolve("6.12-arm64-noclusterconfig-2node/fan6.ftrace.txt.gz"),
                "--candidate", "linux-6.12,linux-6.1", "--differences");
        assertThat(report.get("kernel").asString()).isEqualTo("linux-6.12-SCHED_CLUSTER");
        assertThat(report.get("policies").valueStream().map(policy -> policy.get("policy").asString()))
                .containsExactly("linux-6.12-SCHED_CLUSTER", "linux-6.12", "linux-6.1");
        assertThat(report.get("policies").get(0).get("cluster_pct").asDouble())
                .isLessThan(report.get("policies").get(1).get("cluster_pct").asDouble());
        assertThat(report.get("differences").valueStream()).allSatisfy(one -> assertThat(one.get("could_be")
                .asString()).isNotEmpty());
    }

    @Test
    void anotherMachineIsNamed() {
        final Run run = Run.perch("replay",
                recordings.resolve("6.12-arm64-8cluster-2node/fan6.ftrace.txt.gz").toString(),
                "--machine", recordings.resolve("6.18-amd64-2cpu-hardware/sysfs.tar.gz").toString());
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).startsWith("perch: ").contains("--machine").hasLineCount(1);
    }
}
