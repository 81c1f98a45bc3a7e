package dev.perch.traces.raw;

import dev.perch.traces.Event;
import dev.perch.traces.EventKind;
import dev.perch.traces.Intake;
import dev.perch.traces.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How one tracepoint's bytes become an {@link Event}, as its format file says. The fields of a kind are numbered in
 * the order in which {@link #names} lists them.
 */
final class Tracepoint {
    private static final Tracepoint OTHER = new Tracepoint(EventKind.OTHER, ByteOrdered.LITTLE, List.of(),
            StateBits.of(""), new Comms());

    private static final Map<String, EventKind> KINDS = Stream.of(EventKind.values())
            .filter(kind -> !kind.tracepoint().isEmpty())
            .collect(Collectors.toMap(EventKind::tracepoint, Function.identity()));

    private final EventKind kind;
    private final ByteOrdered order;
    private final EventFormat.Field[] fields;
    private final StateBits stateBits;
    private final Comms comms;
    private final int fewestBytes;

    private Tracepoint(final EventKind kind, final ByteOrdered order, final List<EventFormat.Field> fields,
            final StateBits stateBits, final Comms comms) {
        this.kind = kind;
        this.order = order;
        this.fields = fields.toArray(EventFormat.Field[]::new);
        this.stateBits = stateBits;
        this.comms = comms;
        fewestBytes = fields.stream().mapToInt(field -> field.offset() + field.size()).max().orElse(0);
    }

    /** The tracepoint of this format; of kind {@link EventKind#OTHER} where the format lacks a field we need. */
    static Tracepoint of(final EventFormat format, final ByteOrdered order, final Comms comms, final Intake intake) {
        final EventKind kind = KINDS.get(format.name());
        if (kind == null) {
            return other();
        }
        final var fields = new ArrayList<EventFormat.Field>();
        for (final String name : names(kind)) {
            final EventFormat.Field field = format.fields().get(name);
            if (field == null || field.size() < 1 || field.size() > 4096) {
                intake.warn("the recording's " + format.name() + " lacks " + name + ": passed over",
                        "format of event " + format.id());
                return other();
            }
            fields.add(field);
        }
        return new Tracepoint(kind, order, fields, StateBits.of(format.print()), comms);
    }

    /** Whether events of this name tell more than that their CPU ran. */
    static boolean isRead(final String name) {
        return KINDS.containsKey(name);
    }

    /** A tracepoint that only shows that its CPU ran. */
    static Tracepoint other() {
        return OTHER;
    }

    private static List<String> names(final EventKind kind) {
        return switch (kind) {
            case SWITCH -> List.of("prev_comm", "prev_pid", "prev_prio", "prev_state", "next_comm", "next_pid",
                    "next_prio");
            case WAKING, WAKEUP, WAKEUP_NEW -> List.of("comm", "pid", "prio", "target_cpu");
            case MIGRATE -> List.of("comm", "pid", "prio", "orig_cpu", "dest_cpu");
            case FORK -> List.of("parent_comm", "parent_pid", "child_comm", "child_pid");
            case EXEC -> List.of("filename", "pid", "old_pid");
            case EXIT -> List.of("comm", "pid", "prio");
            case IRQ_ENTRY -> List.of("irq", "name");
            case IRQ_EXIT -> List.of("irq");
            case SOFTIRQ_ENTRY, SOFTIRQ_EXIT -> List.of("vec");
            case CPU_IDLE -> List.of("state", "cpu_id");
            case SELECT -> List.of("pid", "prev", "wf", "recent", "flips", "util", "nca");
            case SELECTED -> List.of("ret");
            case LOST, CUT, OTHER -> List.of();
        };
    }

    /** What the events are. */
    EventKind kind() {
        return kind;
    }

    /**
     * Reads the event's own fields from its bytes.
     *
     * @return whether they hold one
     */
    boolean read(final byte[] bytes, final int at, final int length, final Names names, final Event event) {
        if (length < fewestBytes) {
            return false;
        }
        event.kind = kind;
        switch (kind) {
            case SWITCH -> readSwitch(bytes, at, length, names, event);
            case WAKING, WAKEUP, WAKEUP_NEW -> {
                readTask(bytes, at, length, names, event);
                event.targetCpu = number(3, bytes, at);
                return Intake.isCpu(event.targetCpu);
            }
            case MIGRATE -> {
                readTask(bytes, at, length, names, event);
                event.originCpu = number(3, bytes, at);
                event.targetCpu = number(4, bytes, at);
                return Intake.isCpu(event.originCpu) && Intake.isCpu(event.targetCpu);
            }
            case FORK -> {
                event.comm = name(0, bytes, at, length, names);
                event.pid = number(1, bytes, at);
                event.taskComm = name(2, bytes, at, length, names);
                event.task = number(3, bytes, at);
                event.taskPrio = 0;
            }
            case EXEC -> {
                event.taskComm = name(0, bytes, at, length, names);
                event.task = number(1, bytes, at);
                event.prevPid = number(2, bytes, at);
            }
            case EXIT -> readTask(bytes, at, length, names, event);
            case IRQ_ENTRY -> {
                event.number = number(0, bytes, at);
                event.taskComm = name(1, bytes, at, length, names);
            }
            case IRQ_EXIT, SOFTIRQ_ENTRY, SOFTIRQ_EXIT -> event.number = number(0, bytes, at);
            case CPU_IDLE -> {
                event.number = number(0, bytes, at);
                event.targetCpu = number(1, bytes, at);
                return Intake.isCpu(event.targetCpu);
            }
            case SELECT -> {
                readSelection(bytes, at, event);
                return Intake.isCpu(event.originCpu);
            }
            case SELECTED -> {
                event.targetCpu = number(0, bytes, at);
                return Intake.isCpu(event.targetCpu);
            }
            case LOST, CUT, OTHER -> {
            }
        }
        return true;
    }

    private void readSwitch(final byte[] bytes, final int at, final int length, final Names names,
            final Event event) {
        event.prevComm = name(0, bytes, at, length, names);
        event.prevPid = number(1, bytes, at);
        event.prevPrio = number(2, bytes, at);
        event.taskComm = name(4, bytes, at, length, names);
        event.task = number(5, bytes, at);
        event.taskPrio = number(6, bytes, at);
        event.prevState = stateBits.state(wide(3, bytes, at), event.task == 0);
    }

    private void readSelection(final byte[] bytes, final int at, final Event event) {
        event.task = number(0, bytes, at);
        event.originCpu = number(1, bytes, at);
        event.wakeFlags = number(2, bytes, at);
        event.recentCpu = number(3, bytes, at);
        event.flips = number(4, bytes, at);
        event.util = number(5, bytes, at);
        event.allowed = number(6, bytes, at);
    }

    private void readTask(final byte[] bytes, final int at, final int length, final Names names, final Event event) {
        event.taskComm = name(0, bytes, at, length, names);
        event.task = number(1, bytes, at);
        event.taskPrio = number(2, bytes, at);
    }

    private long wide(final int field, final byte[] bytes, final int at) {
        final EventFormat.Field place = fields[field];
        return order.number(bytes, at + place.offset(), place.size(), place.signed());
    }

    private int number(final int field, final byte[] bytes, final int at) {
        return (int) wide(field, bytes, at);
    }

    private int name(final int field, final byte[] bytes, final int at, final int length, final Names names) {
        final EventFormat.Field place = fields[field];
        int from = place.offset();
        int size = place.size();
        if (place.place() == EventFormat.Field.Place.ARRAY && size == Comms.SIZE) {
            return comms.of(bytes, at + from, names); // within the event, which has its fewest bytes
        }
        if (place.place() == EventFormat.Field.Place.DATA_LOC || place.place() == EventFormat.Field.Place.REL_LOC) {
            final int location = order.s32(bytes, at + from);
            size = location >>> 16;
            from = (location & 0xffff) + (place.place() == EventFormat.Field.Place.REL_LOC ? from + 4 : 0);
        }
        final int end = Math.min(from + size, length);
        int to = from;
        while (to < end && bytes[at + to] != 0) {
            to++;
        }
        return to <= from ? Names.EMPTY : names.of(bytes, at + from, to - from);
    }
}
