package dev.perch.traces.raw;

import dev.perch.traces.Intake;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The tracepoints of one recording, by their number in it, and the fields that all of them begin with. */
final class Tracepoints {
    private final Map<Integer, EventFormat> formats = new HashMap<>();
    private Tracepoint[] byId = new Tracepoint[0];
    private EventFormat.Field type = new EventFormat.Field(EventFormat.Field.Place.NUMBER, 0, 2, false);
    private EventFormat.Field flags = new EventFormat.Field(EventFormat.Field.Place.NUMBER, 2, 1, false);
    private EventFormat.Field pid = new EventFormat.Field(EventFormat.Field.Place.NUMBER, 4, 4, true);

    /** Adds an event's format file; of events that we do not read, only the first one's fields, those all begin with. */
    void add(final String file) {
        final EventFormat format = formats.isEmpty() || Tracepoint.isRead(EventFormat.name(file))
                ? EventFormat.parse(file)
                : EventFormat.numberOf(file);
        if (format.id() >= 0 && format.id() < 1 << 16) {
            formats.put(format.id(), format);
            type = format.fields().getOrDefault("common_type", type);
            flags = format.fields().getOrDefault("common_flags", flags);
            pid = format.fields().getOrDefault("common_pid", pid);
        }
    }

    /** Adds the formats of events that have none; whether there were any. */
    boolean addMissing(final List<EventFormat> missing) {
        boolean any = false;
        for (final EventFormat format : missing) {
            any |= formats.putIfAbsent(format.id(), format) == null;
        }
        return any;
    }

    /** Makes ready to read events: after the last format was added. */
    void build(final ByteOrdered order, final Intake intake) {
        byId = new Tracepoint[formats.keySet().stream().mapToInt(id -> id + 1).max().orElse(0)];
        final var comms = new Comms();
        formats.forEach((id, format) -> byId[id] = Tracepoint.of(format, order, comms, intake));
    }

    /** Whether there is no format file at all. */
    boolean isEmpty() {
        return formats.isEmpty();
    }

    /** The tracepoint of this number; null where no format file has it. */
    Tracepoint get(final int id) {
        return id >= 0 && id < byId.length ? byId[id] : null;
    }

    /** Where each event holds its tracepoint's number. */
    EventFormat.Field type() {
        return type;
    }

    /** Where each event holds its flags, in the bits of {@link dev.perch.traces.Event#flags}. */
    EventFormat.Field flags() {
        return flags;
    }

    /** Where each event holds the running task's pid. */
    EventFormat.Field pid() {
        return pid;
    }
}
