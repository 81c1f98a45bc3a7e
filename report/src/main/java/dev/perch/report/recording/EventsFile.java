package dev.perch.report.recording;

import dev.perch.report.Draft;
import dev.perch.topology.Distance;
import dev.perch.topology.Topology;
import dev.perch.traces.Event;
import dev.perch.traces.EventKind;
import dev.perch.traces.Names;
import dev.perch.traces.Summary;
import dev.perch.traces.TaskState;
import dev.perch.traces.analysis.WakeUp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/**
 * A recording as a table of events in Parquet, for DuckDB, Spark, pandas and the like: a row an event, what an event
 * does not have is null. The switch in which a woken task comes to run also tells its wake-up. The rows go through an
 * embedded database (DuckDB) in a temporary directory, so that memory does not grow with them; texts reach it as values
 * only. {@code docs/analyze.md} tells the columns.
 */
final class EventsFile implements RecordingFile {
    private static final String TABLE = """
            CREATE TABLE events (nanos BIGINT, cpu INTEGER, event VARCHAR, pid INTEGER, comm VARCHAR, task INTEGER,
              task_comm VARCHAR, task_prio INTEGER, target_cpu INTEGER, origin_cpu INTEGER, prev_pid INTEGER,
              prev_comm VARCHAR, prev_prio INTEGER, prev_state VARCHAR, number INTEGER, waking_nanos BIGINT,
              latency_nanos BIGINT, waker_pid INTEGER, waker_cpu INTEGER, prev_cpu INTEGER, from_waker VARCHAR,
              from_prev VARCHAR, missed_idle VARCHAR)""";

    private final Draft draft;
    private final Topology machine;
    private final Names names;
    private final Path database;
    private final DuckDBConnection connection;
    private final DuckDBAppender rows;
    private WakeUp woken;

    EventsFile(final Path file, final Topology machine, final Names names) throws IOException {
        draft = Draft.of(file);
        this.machine = machine;
        this.names = names;
        database = Files.createTempDirectory("perch").resolve("events.duckdb");
        try {
            connection = (DuckDBConnection) DriverManager.getConnection("jdbc:duckdb:" + database);
            execute(TABLE);
            rows = connection.createAppender("events");
        } catch (final SQLException e) {
            throw draft.failed(e);
        }
    }

    private void execute(final String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void woken(final WakeUp wakeUp) {
        woken = wakeUp;
    }

    @Override
    public void event(final Event event) {
        try {
            rows.beginRow().append(event.nanos).append(event.cpu).append(name(event.kind));
            integer(event.pid, event.pid >= 0);
            text(event.comm, event.pid >= 0);
            appendTask(event);
            appendPrev(event);
            appendWakeUp();
            rows.endRow();
        } catch (final SQLException e) {
            throw new UncheckedIOException(draft.failed(e));
        }
    }

    private static String name(final EventKind kind) {
        return switch (kind) {
            case LOST -> "lost";
            case CUT -> "cut";
            case OTHER -> "other";
            default -> kind.tracepoint();
        };
    }

    private void appendTask(final Event event) throws SQLException {
        final boolean hasTask = switch (event.kind) {
            case SWITCH, WAKING, WAKEUP, WAKEUP_NEW, MIGRATE, FORK, EXEC, EXIT, SELECT -> true;
            default -> false;
        };
        integer(event.task, hasTask);
        text(event.taskComm, hasTask && event.kind != EventKind.SELECT || event.kind == EventKind.IRQ_ENTRY);
        integer(event.taskPrio, hasTask && event.kind != EventKind.FORK && event.kind != EventKind.EXEC
                && event.kind != EventKind.SELECT);
        integer(event.targetCpu, switch (event.kind) {
            case WAKING, WAKEUP, WAKEUP_NEW, MIGRATE, CPU_IDLE, SELECTED -> true;
            default -> false;
        });
        integer(event.originCpu, event.kind == EventKind.MIGRATE || event.kind == EventKind.SELECT);
    }

    private void appendPrev(final Event event) throws SQLException {
        final boolean isSwitch = event.kind == EventKind.SWITCH;
        integer(event.prevPid, isSwitch || event.kind == EventKind.EXEC);
        text(event.prevComm, isSwitch);
        integer(event.prevPrio, isSwitch);
        if (isSwitch) {
            rows.append(TaskState.letters(event.prevState));
        } else {
            rows.appendNull();
        }
        integer(event.number, switch (event.kind) {
            case IRQ_ENTRY, IRQ_EXIT, SOFTIRQ_ENTRY, SOFTIRQ_EXIT, CPU_IDLE, LOST -> true;
            default -> false;
        });
    }

    private void appendWakeUp() throws SQLException {
        final WakeUp ended = woken;
        woken = null;
        if (ended == null) {
            for (int column = 0; column < 8; column++) {
                rows.appendNull();
            }
            return;
        }
        rows.append(ended.nanos).append(ended.latencyNanos).append(ended.wakerPid);
        integer(ended.wakerCpu, ended.wakerCpu >= 0);
        integer(ended.prevCpu, ended.prevCpu >= 0);
        distance(ended.wakerCpu < 0 ? null : machine.distance(ended.wakerCpu, ended.cpu));
        distance(ended.prevCpu < 0 ? null : machine.distance(ended.prevCpu, ended.cpu));
        distance(ended.missed);
    }

    private void integer(final int value, final boolean known) throws SQLException {
        if (known) {
            rows.append(value);
        } else {
            rows.appendNull();
        }
    }

    private void text(final int comm, final boolean known) throws SQLException {
        if (known) {
            rows.append(names.text(comm));
        } else {
            rows.appendNull();
        }
    }

    private void distance(final Distance distance) throws SQLException {
        if (distance == null) {
            rows.appendNull();
        } else {
            rows.append(distance.label());
        }
    }

    @Override
    public void finish(final Summary summary, final Object analysis) throws IOException {
        try {
            rows.close();
            execute("COPY events TO '" + draft.path().toString().replace("'", "''")
                    + "' (FORMAT parquet, COMPRESSION zstd)");
        } catch (final SQLException e) {
            throw draft.failed(e);
        }
        draft.finish();
    }

    @Override
    public void close() throws IOException {
        try {
            rows.close();
            connection.close();
        } catch (final SQLException e) {
            throw draft.failed(e);
        } finally {
            Files.deleteIfExists(database);
            Files.deleteIfExists(database.resolveSibling(database.getFileName() + ".wal"));
            Files.deleteIfExists(database.getParent());
            draft.close();
        }
    }
}
