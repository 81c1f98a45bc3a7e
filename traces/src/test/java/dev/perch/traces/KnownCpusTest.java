package dev.perch.traces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.perch.topology.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A damaged event may name any CPU; the rest of the recording is used all the same. */
class KnownCpusTest {
    @TempDir
    private Path directory;

    private static Topology machine() {
        final Topology.Builder builder = Topology.builder("four");
        for (int cpu = 0; cpu < 4; cpu++) {
            builder.cpu(cpu, new Topology.Place(cpu, cpu, 0, 0, 0, 0, Topology.FULL_CAPACITY));
        }
        return builder.build();
    }

    private Summary read(final String text, final List<Integer> targets) throws IOException {
        final Path trace = Files.writeString(directory.resolve("trace.txt"), text);
        try (Recording recording = Recording.open(trace)) {
            return recording.readOn(machine(), event -> targets.add(event.targetCpu), Progress.NONE);
        }
    }

    private static String events(final int count) {
        final var text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append("a-1 [001] d..2. 1.%06d: sched_wakeup: comm=b pid=2 prio=120 target_cpu=002%n".formatted(i));
        }
        return text.toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a-1 [977] d..2. 1.000100: sched_wakeup: comm=b pid=2 prio=120 target_cpu=003\n",
            "a-1 [003] d..2. 1.000100: sched_wakeup: comm=b pid=2 prio=120 target_cpu=977\n",
            "a-1 [003] d..2. 1.000100: sched_migrate_task: comm=b pid=2 prio=120 orig_cpu=977 dest_cpu=3\n"})
    void anEventOfACpuThatIsNotThereIsPassedOverAndCounted(final String damaged) throws IOException {
        final var targets = new ArrayList<Integer>();
        final Summary summary = read(events(50) + damaged + damaged, targets);
        assertThat(targets).hasSize(50).containsOnly(2);
        assertThat(summary.warnings()).hasToString("[100 us after the first event: an event of CPU 977, which the"
                + " machine lacks, passed over (and 1 more)]");
    }

    @Test
    void aRecordingWhoseEventsAreAllOfKnownCpusIsReadWithoutAWord() throws IOException {
        assertThat(read(events(50), new ArrayList<>()).warnings()).isEmpty();
    }

    @Test
    void aRecordingOfALargerMachineIsRefused() {
        final String text = events(50) + "a-1 [007] d..2. 1.000100: irq_handler_exit: irq=1 ret=handled\n".repeat(50);
        assertThatThrownBy(() -> read(text, new ArrayList<>())).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("trace.txt").hasMessageContaining("CPU 7").hasMessageContaining("--machine");
    }
}
