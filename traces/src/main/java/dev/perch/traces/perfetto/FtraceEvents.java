package dev.perch.traces.perfetto;

import dev.perch.traces.Event;
import dev.perch.traces.EventKind;
import dev.perch.traces.Intake;
import dev.perch.traces.Names;
import dev.perch.traces.PerfettoMarks;
import dev.perch.traces.TaskState;

/**
 * The ftrace events that Perfetto's schema knows by a number of their own (ftrace_event.proto), and their fields
 * (sched.proto, irq.proto, power.proto, task.proto; google/perfetto, protos/perfetto/trace/ftrace).
 */
final class FtraceEvents {
    private static final int NEW_TASK = 235; // task_newtask, by the parent: what sched_process_fork tells

    private static final int PREV_STATE = 4;

    private FtraceEvents() {}

    private static EventKind kind(final int number) {
        return switch (number) {
            case 4 -> EventKind.SWITCH;
            case 13 -> EventKind.CPU_IDLE;
            case 17 -> EventKind.WAKEUP;
            case 20 -> EventKind.WAKING;
            case 24 -> EventKind.SOFTIRQ_ENTRY;
            case 25 -> EventKind.SOFTIRQ_EXIT;
            case 36 -> EventKind.IRQ_ENTRY;
            case 37 -> EventKind.IRQ_EXIT;
            case 114 -> EventKind.WAKEUP_NEW;
            case NEW_TASK, 239 -> EventKind.FORK;
            case 237 -> EventKind.EXEC;
            case 238 -> EventKind.EXIT;
            case 491 -> EventKind.MIGRATE;
            default -> EventKind.OTHER;
        };
    }

    /** Reads the body of the event of this number; false where it cannot be one. */
    static boolean read(final int number, final Wire body, final Names names, final Event event) {
        event.kind = kind(number);
        if (event.kind == EventKind.OTHER) {
            return true;
        }
        clear(event);
        long rawState = 0;
        for (int field = body.next(); field != 0; field = body.next()) {
            if (event.kind == EventKind.SWITCH && field == PREV_STATE) {
                rawState = body.value();
            } else {
                readField(number, field, body, names, event);
            }
        }
        if (rawState == PerfettoMarks.CUT_STATE) {
            event.kind = EventKind.CUT;
        } else if (event.kind == EventKind.SWITCH) {
            event.prevState = TaskState.ofRaw(rawState, event.task == 0);
        }
        return !body.broken() && Intake.isCpu(event.targetCpu) && Intake.isCpu(event.originCpu);
    }

    private static void readField(final int number, final int field, final Wire body, final Names names,
            final Event event) {
        final int value = (int) body.value();
        switch (event.kind) {
            case SWITCH -> readSwitch(field, body, names, event);
            case WAKING, WAKEUP, WAKEUP_NEW -> {
                readTask(field, body, names, event);
                event.targetCpu = field == 5 ? value : event.targetCpu;
            }
            case MIGRATE -> {
                readTask(field, body, names, event);
                event.originCpu = field == 4 ? value : event.originCpu;
                event.targetCpu = field == 5 ? value : event.targetCpu;
            }
            case EXIT -> readTask(field == 4 ? 3 : field == 3 ? 0 : field, body, names, event);
            case EXEC -> {
                readTask(field == 1 || field == 2 ? field : 0, body, names, event);
                event.prevPid = field == 3 ? value : event.prevPid;
            }
            case FORK -> {
                if (number == NEW_TASK) {
                    readTask(field == 1 ? 2 : field == 2 ? 1 : 0, body, names, event);
                } else {
                    readTask(field == 3 ? 1 : field == 4 ? 2 : 0, body, names, event);
                    event.pid = field == 2 ? value : event.pid;
                }
            }
            case IRQ_ENTRY -> {
                event.number = field == 1 ? value : event.number;
                event.taskComm = field == 2 ? name(body, names) : event.taskComm;
            }
            case IRQ_EXIT, SOFTIRQ_ENTRY, SOFTIRQ_EXIT -> event.number = field == 1 ? value : event.number;
            case CPU_IDLE -> {
                event.number = field == 1 ? value : event.number;
                event.targetCpu = field == 2 ? value : event.targetCpu;
            }
            default -> {
            }
        }
    }

    private static void readSwitch(final int field, final Wire body, final Names names, final Event event) {
        final int value = (int) body.value();
        switch (field) {
            case 1 -> event.prevComm = name(body, names);
            case 2 -> event.prevPid = value;
            case 3 -> event.prevPrio = value;
            case 5 -> event.taskComm = name(body, names);
            case 6 -> event.task = value;
            case 7 -> event.taskPrio = value;
            default -> {
            }
        }
    }

    private static void clear(final Event event) {
        event.task = 0;
        event.taskComm = Names.EMPTY;
        event.taskPrio = 0;
        event.targetCpu = 0;
        event.originCpu = 0;
        event.prevPid = 0;
        event.prevComm = Names.EMPTY;
        event.prevPrio = 0;
        event.number = 0;
    }

    private static void readTask(final int field, final Wire body, final Names names, final Event event) {
        switch (field) {
            case 1 -> event.taskComm = name(body, names);
            case 2 -> event.task = (int) body.value();
            case 3 -> event.taskPrio = (int) body.value();
            default -> {
            }
        }
    }

    private static int name(final Wire body, final Names names) {
        return names.of(body.bytes(), body.from(), body.length());
    }
}
