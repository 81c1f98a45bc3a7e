package dev.perch.traces.ctf;

import dev.perch.traces.Event;
import dev.perch.traces.EventKind;
import dev.perch.traces.Intake;
import dev.perch.traces.Names;
import dev.perch.traces.TaskState;
import java.util.HashMap;
import java.util.Map;

/** The events that LTTng and perf record, as {@link Event}s. LTTng counts priorities from 0, the kernel from 100. */
final class CtfEvents {
    private static final int FAIR_PRIORITIES = 100;

    private final Map<Metadata.EventType, EventKind> kinds = new HashMap<>();
    private final int priorityOffset;

    CtfEvents(final Metadata metadata) {
        priorityOffset = metadata.environment.getOrDefault("tracer_name", "").startsWith("lttng") ? FAIR_PRIORITIES : 0;
        for (final Metadata.Stream stream : metadata.streams.values()) {
            for (final Metadata.EventType type : stream.events.values()) {
                kinds.put(type, kind(type.name));
            }
        }
    }

    private static EventKind kind(final String name) {
        final String tracepoint = switch (name.substring(name.indexOf(':') + 1)) {
            case "irq_softirq_entry" -> "softirq_entry";
            case "irq_softirq_exit" -> "softirq_exit";
            case "power_cpu_idle" -> "cpu_idle";
            case final String other -> other;
        };
        for (final EventKind kind : EventKind.values()) {
            if (!tracepoint.isEmpty() && kind.tracepoint().equals(tracepoint)) {
                return kind;
            }
        }
        return EventKind.OTHER;
    }

    /** Fills the event of this type; false where the values cannot be one. */
    boolean read(final Metadata.EventType type, final Values values, final Event event) {
        event.kind = kinds.getOrDefault(type, EventKind.OTHER);
        switch (event.kind) {
            case SWITCH -> readSwitch(values, event);
            case WAKING, WAKEUP, WAKEUP_NEW -> {
                readTask(values, event);
                event.targetCpu = number(values, "target_cpu");
                return Intake.isCpu(event.targetCpu);
            }
            case MIGRATE -> {
                readTask(values, event);
                event.originCpu = number(values, "orig_cpu");
                event.targetCpu = number(values, "dest_cpu");
                return Intake.isCpu(event.originCpu) && Intake.isCpu(event.targetCpu);
            }
            case FORK -> {
                event.taskComm = number(values, "child_comm");
                event.task = pid(values, "child_tid", "child_pid");
                event.taskPrio = 0;
            }
            case EXEC -> {
                event.taskComm = number(values, "filename");
                event.task = pid(values, "tid", "pid");
                event.prevPid = pid(values, "old_tid", "old_pid");
            }
            case EXIT -> readTask(values, event);
            case IRQ_ENTRY -> {
                event.number = number(values, "irq");
                event.taskComm = number(values, "name");
            }
            case IRQ_EXIT -> event.number = number(values, "irq");
            case SOFTIRQ_ENTRY, SOFTIRQ_EXIT -> event.number = number(values, "vec");
            case CPU_IDLE -> {
                event.number = number(values, "state");
                event.targetCpu = number(values, "cpu_id");
                return Intake.isCpu(event.targetCpu);
            }
            default -> {
            }
        }
        return true;
    }

    private void readSwitch(final Values values, final Event event) {
        event.prevComm = number(values, "prev_comm");
        event.prevPid = pid(values, "prev_tid", "prev_pid");
        event.prevPrio = priorityOffset + number(values, "prev_prio");
        event.taskComm = number(values, "next_comm");
        event.task = pid(values, "next_tid", "next_pid");
        event.taskPrio = priorityOffset + number(values, "next_prio");
        event.prevState = TaskState.ofRaw(values.number("prev_state", 0), event.task == 0);
    }

    private static int number(final Values values, final String key) {
        return (int) values.number(key, Names.EMPTY);
    }

    private static int pid(final Values values, final String tid, final String pid) {
        return (int) values.number(tid, values.number(pid, Event.NO_PID));
    }

    private void readTask(final Values values, final Event event) {
        event.taskComm = number(values, "comm");
        event.task = pid(values, "tid", "pid");
        event.taskPrio = priorityOffset + number(values, "prio");
    }
}
