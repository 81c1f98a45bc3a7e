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
    private int switches;
    private int wakings;
    private boolean broken;
    private boolean uneven;

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

        long last() {
            return size == 0 ? 0 : values[size - 1];
        }

        int get(final int row) {
            return (int) values[row];
        }
    }

    /** Forgets the last bundle's. */
    void clear() {
        for (final Column column : columns) {
            column.size = 0;
        }
        nextSwitch = 0;
        nextWaking = 0;
        switches = 0;
        wakings = 0;
        broken = false;
        uneven = false;
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
        switches = rows(SWITCH_STAMP, SWITCH_STATE, SWITCH_PID, SWITCH_PRIO, SWITCH_COMM);
        wakings = rows(WAKING_STAMP, WAKING_PID, WAKING_CPU, WAKING_PRIO, WAKING_COMM);
        checkNames(SWITCH_COMM);
        checkNames(WAKING_COMM);
        broken |= fields.broken();
    }

    private void readColumn(final Column column, final boolean differences) {
        if (!fields.isDelimited()) {
            column.add(fields.value() + (differences ? column.last() : 0));
            return;
        }
        packed.in(fields);
        while (packed.more()) {
            column.add(packed.varint() + (differences ? column.last() : 0));
        }
        broken |= packed.broken();
    }

    /** How many rows these columns all have. */
    private int rows(final int... numbers) {
        int least = Integer.MAX_VALUE;
        int most = 0;
        for (final int number : numbers) {
            least = Math.min(least, columns[number].size);
            most = Math.max(most, columns[number].size);
        }
        uneven |= least < most;
        return least;
    }

    private void checkNames(final int number) {
        final Column column = columns[number];
        for (int row = 0; row < column.size; row++) {
            broken |= column.values[row] < 0 || column.values[row] >= columns[NAME].size;
        }
    }

    /** Whether the columns were damaged: cut, or naming texts that are not there. */
    boolean broken() {
        return broken;
    }

    /** Whether some columns had more rows than others: those rows are not given. */
    boolean uneven() {
        return uneven;
    }

    /** The stamp of the event that {@link #take} would give; the greatest number where there is none. */
    long nanos() {
        return Math.min(switchStamp(), wakingStamp());
    }

    private long switchStamp() {
        return nextSwitch < switches ? columns[SWITCH_STAMP].values[nextSwitch] : Long.MAX_VALUE;
    }

    private long wakingStamp() {
        return nextWaking < wakings ? columns[WAKING_STAMP].values[nextWaking] : Long.MAX_VALUE;
    }

    /** Takes the next event: the stamp, the task, and what its kind has; of a switch the state's raw bits. */
    void take(final Event event) {
        event.nanos = nanos();
        if (switchStamp() <= wakingStamp()) {
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
            event.flags = row < columns[WAKING_FLAGS].size ? columns[WAKING_FLAGS].get(row) : Event.FLAGS_UNKNOWN;
        }
    }

    private int comm(final int index) {
        return index >= 0 && index < columns[NAME].size ? (int) columns[NAME].values[index] : Names.EMPTY;
    }
}
