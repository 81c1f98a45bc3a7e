package dev.perch.traces.raw;

import dev.perch.traces.Intake;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How kernels from 4.3 on lay one of the scheduler's events out, for recordings that were cut before their format
 * files.
 *
 * @param name the event
 * @param place how far it is behind sched_switch in include/trace/events/sched.h, where all are defined; kernels number
 *              them in this order or in the reverse one, as the compiler places them
 * @param actor the field that has the pid of the running task, empty where it never has
 * @param stranger the field that has the pid of another task, empty where it need not
 * @param fields all fields
 */
record SchedLayout(String name, int place, String actor, String stranger, Map<String, EventFormat.Field> fields) {
    private static final int HEADER = 8;
    private static final int COMM = 16;
    private static final int LOWEST_PRIO = 139;
    private static final int DEADLINE_PRIO = -1;

    /** The layout of sched_switch on kernels of 64 and of 32 bits. */
    static final List<SchedLayout> SWITCH = List.of(switchOf(Long.BYTES), switchOf(Integer.BYTES));

    /** The layouts of the other events, where several of one name the older one first. */
    static final List<SchedLayout> OTHERS = List.of(
            of("sched_waking", -3, "", "pid", "comm", "pid", "prio", "target_cpu"),
            of("sched_wakeup", -2, "", "pid", "comm", "pid", "prio", "target_cpu"),
            of("sched_wakeup_new", -1, "", "pid", "comm", "pid", "prio", "target_cpu"),
            of("sched_migrate_task", 1, "", "", "comm", "pid", "prio", "orig_cpu", "dest_cpu"),
            of("sched_migrate_task", 1, "", "", "@comm", "pid", "prio", "orig_cpu", "dest_cpu"),
            of("sched_process_exit", 3, "pid", "", "comm", "pid", "prio"),
            of("sched_process_fork", 6, "parent_pid", "child_pid", "parent_comm", "parent_pid", "child_comm",
                    "child_pid"),
            of("sched_process_fork", 6, "parent_pid", "child_pid", "@parent_comm", "parent_pid", "@child_comm",
                    "child_pid"),
            of("sched_process_exec", 7, "pid", "", "@filename", "pid", "old_pid"));

    private static SchedLayout switchOf(final int wordSize) {
        return of("sched_switch", 0, "prev_pid", "", "prev_comm", "prev_pid", "prev_prio",
                wordSize == Long.BYTES ? "long prev_state" : "prev_state", "next_comm", "next_pid", "next_prio");
    }

    private static SchedLayout of(final String name, final int place, final String actor, final String stranger,
            final String... declared) {
        final var fields = new LinkedHashMap<String, EventFormat.Field>();
        int offset = HEADER;
        for (final String field : declared) {
            final EventFormat.Field.Place kind = field.startsWith("@") ? EventFormat.Field.Place.DATA_LOC
                    : field.endsWith("comm") ? EventFormat.Field.Place.ARRAY : EventFormat.Field.Place.NUMBER;
            final int size = kind == EventFormat.Field.Place.ARRAY ? COMM
                    : field.startsWith("long ") ? Long.BYTES : Integer.BYTES;
            fields.put(field.replaceAll("^(@|long )", ""), new EventFormat.Field(kind, offset, size, true));
            offset += size;
        }
        return new SchedLayout(name, place, actor, stranger, fields);
    }

    /** The format file that this layout stands for. */
    EventFormat format(final int id) {
        return new EventFormat(name, id, fields, "");
    }

    /** Whether these bytes can be such an event, emitted while {@code tid} ran. */
    boolean fits(final byte[] bytes, final int at, final int size, final ByteOrdered order, final int tid) {
        int end = HEADER;
        boolean dynamic = false;
        for (final Map.Entry<String, EventFormat.Field> entry : fields.entrySet()) {
            final EventFormat.Field field = entry.getValue();
            end = field.offset() + field.size();
            dynamic |= field.place() == EventFormat.Field.Place.DATA_LOC;
            if (end > size || !fits(entry.getKey(), field, bytes, at, size, order, tid)) {
                return false;
            }
        }
        return dynamic || size < end + Long.BYTES; // perf fills up to a word
    }

    private boolean fits(final String field, final EventFormat.Field where, final byte[] bytes, final int at,
            final int size, final ByteOrdered order, final int tid) {
        final int place = at + where.offset();
        if (where.place() == EventFormat.Field.Place.ARRAY) {
            return isText(bytes, place, COMM);
        }
        final int value = order.s32(bytes, place);
        if (where.place() == EventFormat.Field.Place.DATA_LOC) {
            final int from = value & 0xffff;
            final int length = value >>> 16;
            return from >= where.offset() && length > 0 && from + length <= size && isText(bytes, at + from, length);
        } else if (field.endsWith("pid")) {
            return value >= 0 && (!field.equals(actor) || value == tid) && (!field.equals(stranger) || value != tid);
        } else if (field.endsWith("prio")) {
            return value >= DEADLINE_PRIO && value <= LOWEST_PRIO;
        }
        return !field.endsWith("cpu") || Intake.isCpu(value);
    }

    /** Whether these bytes are a name and the NUL behind it. */
    private static boolean isText(final byte[] bytes, final int at, final int length) {
        int i = at;
        while (i < at + length && (bytes[i] < 0 || bytes[i] >= ' ')) {
            i++;
        }
        return i > at && i < at + length && bytes[i] == 0;
    }
}
