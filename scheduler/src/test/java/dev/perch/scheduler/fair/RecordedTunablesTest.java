package dev.perch.scheduler.fair;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perch.scheduler.FairClass;
import dev.perch.scheduler.Feature;
import dev.perch.scheduler.Kernel;
import dev.perch.scheduler.LinuxPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The switches and figures of a kernel are those that real ones report (debugfs sched/features and its neighbours). */
class RecordedTunablesTest {
    private static final int MANY_CPUS = 16;

    @ParameterizedTest
    @ValueSource(strings = {"6.1-amd64-cluster4-2llc", "6.1-amd64-smt2-4llc-2node", "6.12-amd64-cluster4-2llc",
            "6.12-amd64-smt2-4llc-2node", "6.12-arm64-8cluster-2node"})
    void areOurs(final String machine) throws IOException {
        final Path recording = Path.of(System.getProperty("perch.shared", "")).resolve("recordings").resolve(machine);
        Assumptions.assumeTrue(Files.exists(recording), () -> recording + " is missing");
        final LinuxPolicy policy = LinuxPolicy.of(Kernel.of(6, machine.startsWith("6.12") ? 12 : 1));
        final Map<String, String> tunables;
        try (Stream<String> lines = Files.lines(recording.resolve("sched-tunables.txt"))) {
            tunables = lines.map(line -> line.split(":", 2))
                    .collect(Collectors.toMap(field -> field[0], field -> field[1].strip()));
        }
        if (policy.kernel().fairClass() == FairClass.CFS) {
            final CfsRules rules = CfsRules.of(policy, MANY_CPUS);
            assertThat(tunables).containsEntry("latency_ns", Long.toString(rules.latency()))
                    .containsEntry("min_granularity_ns", Long.toString(rules.minGranularity()))
                    .containsEntry("wakeup_granularity_ns", Long.toString(rules.wakeUpGranularity()))
                    .containsEntry("idle_min_granularity_ns", Long.toString(CfsRules.IDLE_MIN_GRANULARITY));
        } else {
            assertThat(tunables).containsEntry("base_slice_ns",
                    Long.toString(EevdfRules.of(policy, MANY_CPUS).baseSliceNanos()));
        }
        final List<String> features = Arrays
                .asList(Files.readString(recording.resolve("features.txt")).strip().split("\\s+"));
        for (final Feature feature : Feature.values()) {
            if (features.contains(feature.name())) {
                assertThat(policy.has(feature)).as(feature.name()).isTrue();
            } else if (features.contains("NO_" + feature)) {
                assertThat(policy.has(feature)).as(feature.name()).isFalse();
            }
        }
    }
}
