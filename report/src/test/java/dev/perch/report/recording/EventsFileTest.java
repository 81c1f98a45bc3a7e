package dev.perch.report.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventsFileTest {
    private static final String NAME = "'); DROP --";

    @TempDir
    private Path directory;

    private static List<String> query(final String select, final Path file) throws SQLException {
        final var rows = new ArrayList<String>();
        try (var connection = DriverManager.getConnection("jdbc:duckdb:");
                var statement = connection.prepareStatement(select + " FROM read_parquet(?) ORDER BY nanos")) {
            statement.setString(1, file.toString());
            try (var results = statement.executeQuery()) {
                while (results.next()) {
                    final var cells = new ArrayList<String>();
                    for (int column = 1; column <= results.getMetaData().getColumnCount(); column++) {
                        cells.add(results.getString(column));
                    }
                    rows.add(String.join(" ", cells.stream().map(String::valueOf).toList()));
                }
            }
        }
        return rows;
    }

    @Test
    void hasARowAnEventAndTheWakeUpWhereItEnds() throws IOException, SQLException {
        final Path file = directory.resolve("it's.parquet");
        Sample.of(Sample.wakeUp(0, "a", NAME)).write(files -> files.addEvents(file));
        assertThat(query("SELECT nanos, cpu, event, task_comm, target_cpu, prev_state", file)).containsExactly(
                "1000000000 0 sched_switch a null R", "1000010000 0 sched_waking " + NAME + " 4 null",
                "1000012000 0 sched_wakeup " + NAME + " 5 null", "1000020000 0 sched_switch swapper/0 null S",
                "1000030000 5 sched_switch " + NAME + " null R", "1000070000 5 sched_switch swapper/5 null S");
        assertThat(query("SELECT waking_nanos, latency_nanos, waker_pid, waker_cpu, prev_cpu, from_waker, from_prev,"
                + " missed_idle", file)).filteredOn(row -> !row.startsWith("null")).containsExactly(
                        "1000010000 20000 1000 0 4 node cluster null");
    }

    @Test
    void leavesNothingBehindWhereTheRecordingBreaksOff() throws IOException {
        final Path file = Files.writeString(directory.resolve("events.parquet"), "what was there");
        assertThatThrownBy(() -> Sample.of(Sample.wakeUp(0, "a", "b").replace("[005]", "[009]"))
                .write(files -> files.addEvents(file))).isInstanceOf(IllegalArgumentException.class);
        assertThat(file).hasContent("what was there");
        assertThat(directory.toFile().list()).containsExactly("events.parquet");
    }

    @Test
    void aPlaceThatCannotBeWrittenIsNamed() {
        assertThatThrownBy(
                () -> Sample.of(Sample.wakeUp(0, "a", "b"))
                        .write(files -> files.addEvents(directory.resolve("none/events.parquet"))))
                .isInstanceOf(FileSystemException.class).hasMessageContaining("none/events.parquet")
                .hasMessageContaining("there is no directory");
        assertThatThrownBy(
                () -> Sample.of(Sample.wakeUp(0, "a", "b")).write(files -> files.addEvents(directory)))
                .isInstanceOf(FileSystemException.class).hasMessageContaining("is a directory");
    }
}
