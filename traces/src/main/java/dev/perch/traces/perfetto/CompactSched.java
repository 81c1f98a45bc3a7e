package dev.perch.traces.perfetto;

import dev.perch.traces.Event;
import dev.perch.traces.EventKind;
import dev.perch.traces.Names;
import java.util.Arrays;

/** The columns of a bundle's switches and wakings, taken in order of their stamps. */
final class CompactSched {
    private static final int SWITCH_STAMP = 1;
    private static final int SWITCH_STATE = 2;
    private static final int SWITCH_PID = 3;
    private static final int SWITCH_PRIO = 4;
    private static final int NAME = 5;
    private static final int SWITCH_COMM = 6;
    private static final int WAKING_STAMP = 7;
    private static final int WAKING_PID = 8;
    private static final int WAKING_CPU = 9;
    private static final int WAKING_PRIO = 10;
    private static final int WAKING_COMM = 11;
    private static final int WAKING_FLAGS = 12;

    private final Names names;
    private final Wire fields = new Wire();
    private final Wire packed = new Wire();
    private final Column[] columns = new Column[WAKING_FLAGS + 1];
    private int nextSwitch;
    private int nextWaking;
    private boolean broken;

    CompactSched(final Names names) {
        this.names = names;
        Arrays.setAll(columns, i -> new Column());
    }

    /** Some numbers of one field. */
    private static final class Column {
        private long[] values = new long[64];
        private int size;

        void add(final long value) {
            if (size == values.length) {
                values = Arrays.copyOf(values, size * 2);
            }
            values[size++] = value;
        }

        int get(final int row) {
            return row < size ? (int) values[row] : -1;
        }
    }

    /** Forgets the last bundle's. */
    void clear() {
        for (final Column column : columns) {
            column.size = 0;
        }
        nextSwitch = 0;
        nextWaking = 0;
        broken = false;
    }

    /** Reads the message that is the current field of {@code bundle}. */
    void read(final Wire bundle) {
        fields.in(bundle);
        for (int field = fields.next(); field != 0; field = fields.next()) {
            if (field == NAME) {
                columns[NAME].add(names.of(fields.bytes(), fields.from(), fields.length()));
            } else if (field < columns.length) {
                readColumn(columns[field], field == SWITCH_STAMP || field == WAKING_STAMP);
            }
        }
        broken |= fields.broken();
    }

    private void readColumn(final Column column, final boolean differences) {
        if (!fields.isDelimited()) {
            column.add(fields.value());
            return;
        }
        packed.in(fields);
        long last = 0;
        while (packed.more()) {
            final long value = packed.varint();
            last = differences ? last + value : value;
            column.add(last);
        }
        broken |= packed.broken();
    }

    /** Whether the columns were damaged. */
    boolean broken() {
        return broken;
    }

    /** The stamp of the event that {@link #take} would give; the greatest number where there is none. */
    long nanos() {
        return Math.min(stamp(SWITCH_STAMP, nextSwitch), stamp(WAKING_STAMP, nextWaking));
    }

    private long stamp(final int column, final int row) {
        return row < columns[column].size ? columns[column].values[row] : Long.MAX_VALUE;
    }

    /** Takes the next event: the stamp, the task, and what its kind has; of a switch the state's raw bits. */
    void take(final Event event) {
        event.nanos = nanos();
        if (stamp(SWITCH_STAMP, nextSwitch) <= stamp(WAKING_STAMP, nextWaking)) {
            final int row = nextSwitch++;
            event.kind = EventKind.SWITCH;
            event.task = columns[SWITCH_PID].get(row);
            event.taskPrio = columns[SWITCH_PRIO].get(row);
            event.taskComm = comm(columns[SWITCH_COMM].get(row));
            event.prevState = columns[SWITCH_STATE].get(row);
        } else {
            final int row = nextWaking++;
            event.kind = EventKind.WAKING;
            event.task = columns[WAKING_PID].get(row);
            event.taskPrio = columns[WAKING_PRIO].get(row);
            event.taskComm = comm(columns[WAKING_COMM].get(row));
            event.targetCpu = columns[WAKING_CPU].get(row);
            event.flags = columns[WAKING_FLAGS].get(row);
        }
    }

    private int comm(final int index) {
        return index >= 0 && index < columns[NAME].size ? (int) columns[NAME].values[index] : Names.EMPTY;
    }
}
