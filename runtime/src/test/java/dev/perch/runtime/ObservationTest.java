package dev.perch.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import javax.management.ObjectName;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a scheduler shows to those who watch it. */
@Timeout(60)
final class ObservationTest {
    @Test
    void flightRecordingsHoldPlacementsAndIdleTimes(@TempDir final Path directory) throws Exception {
        final Path file = directory.resolve("perch.jfr");
        try (var recording = new Recording()) {
            recording.enable("dev.perch.Placement");
            recording.enable("dev.perch.Idle").withoutThreshold();
            recording.start();
            try (var scheduler = Hosts.crowded(2)) {
                final Thread thread = scheduler.virtualThreads().start(LockSupport::park);
                LockSupport.unpark(thread);
                thread.join();
            }
            recording.stop();
            recording.dump(file);
        }
        final var events = RecordingFile.readAllEvents(file);
        assertThat(events).extracting(event -> event.getEventType().getName()).contains("dev.perch.Idle");
        final RecordedEvent placement = events.stream()
                .filter(event -> event.getEventType().getName().equals("dev.perch.Placement")).findFirst()
                .orElseThrow();
        assertThat(placement.getInt("prev")).as("a new thread has none").isEqualTo(-1);
        assertThat(placement.getInt("selected")).isBetween(0, 1);
    }

    @Test
    void aBeanTellsTheStatisticsUntilClose() throws Exception {
        final var server = ManagementFactory.getPlatformMBeanServer();
        final var first = new ObjectName("dev.perch:type=Scheduler,name=\"seen\"");
        final var second = new ObjectName("dev.perch:type=Scheduler,name=\"seen-2\"");
        try (var scheduler = builder().build(); var other = builder().build()) {
            scheduler.virtualThreads().start(() -> {}).join();
            assertThat(server.getAttribute(first, "Runs")).isEqualTo(scheduler.statistics().runs()).isNotEqualTo(0L);
            assertThat(server.getAttribute(first, "Cpus")).isEqualTo("0-3");
            assertThat(server.getAttribute(second, "Runs")).isEqualTo(other.statistics().runs());
        }
        assertThat(server.isRegistered(first)).isFalse();
        assertThat(server.isRegistered(second)).isFalse();
    }

    private static PerchScheduler.Builder builder() {
        return PerchScheduler.builder().name("seen").machine(Hosts.chiplets(4)).cpus(Hosts.chiplets(4).cpus())
                .pinned(false);
    }
}
