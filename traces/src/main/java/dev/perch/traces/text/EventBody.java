package dev.perch.traces.text;

import static dev.perch.traces.text.Fields.ascii;

import dev.perch.traces.Event;
import dev.perch.traces.EventKind;
import dev.perch.traces.Intake;
import dev.perch.traces.Names;
import dev.perch.traces.TaskState;

/**
 * What stands behind an event's name: the kernel's own {@code key=value} text, and the shorter form that trace-cmd's
 * and perf's plug-ins print ({@code comm:pid [prio] S ==> comm:pid [prio]}).
 */
final class EventBody {
    private static final byte[] PREV_COMM = ascii("prev_comm=");
    private static final byte[] PREV_PID = ascii(" prev_pid=");
    private static final byte[] PREV_PRIO = ascii("prev_prio=");
    private static final byte[] PREV_STATE = ascii("prev_state=");
    private static final byte[] NEXT_COMM = ascii("next_comm=");
    private static final byte[] NEXT_PID = ascii(" next_pid=");
    private static final byte[] NEXT_PRIO = ascii("next_prio=");
    private static final byte[] ARROW = ascii(" ==> ");
    private static final byte[] COMM = ascii("comm=");
    private static final byte[] PID = ascii(" pid=");
    private static final byte[] BARE_PID = ascii("pid=");
    private static final byte[] PRIO = ascii("prio=");
    private static final byte[] TARGET_CPU = ascii("target_cpu=");
    private static final byte[] SHORT_CPU = ascii("CPU:");
    private static final byte[] ORIG_CPU = ascii("orig_cpu=");
    private static final byte[] DEST_CPU = ascii("dest_cpu=");
    private static final byte[] CHILD_COMM = ascii("child_comm=");
    private static final byte[] CHILD_PID = ascii(" child_pid=");
    private static final byte[] FILENAME = ascii("filename=");
    private static final byte[] OLD_PID = ascii("old_pid=");
    private static final byte[] IRQ = ascii("irq=");
    private static final byte[] NAME = ascii("name=");
    private static final byte[] VEC = ascii("vec=");
    private static final byte[] STATE = ascii("state=");
    private static final byte[] CPU_ID = ascii("cpu_id=");
    private static final byte[] PREV = ascii(" prev=");
    private static final byte[] WAKE_FLAGS = ascii(" wf=");
    private static final byte[] RECENT = ascii(" recent=");
    private static final byte[] FLIPS = ascii(" flips=");
    private static final byte[] UTIL = ascii(" util=");
    private static final byte[] ALLOWED = ascii(" nca=");
    private static final byte[] RET = ascii(" ret=");

    private final Fields fields;

    EventBody(final Fields fields) {
        this.fields = fields;
    }

    /** Reads the body of an event of this kind, at the fields' place; false where it is not one. */
    boolean read(final EventKind kind, final Event event) {
        switch (kind) {
            case SWITCH -> readSwitch(event);
            case WAKING, WAKEUP, WAKEUP_NEW -> readWakeUp(event);
            case MIGRATE -> readMigrate(event);
            case FORK -> readFork(event);
            case EXEC -> readExec(event);
            case EXIT -> readTask(event);
            case IRQ_ENTRY -> readIrqEntry(event);
            case IRQ_EXIT -> event.number = (int) fields.number(IRQ);
            case SOFTIRQ_ENTRY, SOFTIRQ_EXIT -> event.number = (int) fields.number(VEC);
            case CPU_IDLE -> readIdle(event);
            case SELECT -> readSelect(event);
            case SELECTED -> event.targetCpu = (int) fields.number(RET);
            case LOST, CUT, OTHER -> {
            }
        }
        event.kind = kind;
        return !fields.failed() && hasCpus(event);
    }

    private static boolean hasCpus(final Event event) {
        return switch (event.kind) {
            case WAKING, WAKEUP, WAKEUP_NEW, SELECTED, CPU_IDLE -> Intake.isCpu(event.targetCpu);
            case MIGRATE -> Intake.isCpu(event.targetCpu) && Intake.isCpu(event.originCpu);
            case SELECT -> Intake.isCpu(event.originCpu);
            default -> true;
        };
    }

    private void readSwitch(final Event event) {
        if (!fields.find(PREV_COMM)) {
            readShortSwitch(event);
            return;
        }
        event.prevComm = fields.comm(PREV_PID);
        event.prevPid = (int) fields.number();
        event.prevPrio = (int) fields.number(PREV_PRIO);
        final int stateAt = fields.find(PREV_STATE) ? fields.at : fields.end;
        if (!fields.find(NEXT_COMM)) {
            fields.number(NEXT_COMM); // fails
            return;
        }
        event.taskComm = fields.comm(NEXT_PID);
        event.task = (int) fields.number();
        event.taskPrio = (int) fields.number(NEXT_PRIO);
        event.prevState = state(stateAt, event.task == 0);
    }

    /** A task's state from its letters or its raw bits. */
    private int state(final int from, final boolean nextIdle) {
        final byte[] bytes = fields.bytes;
        if (from < fields.end && bytes[from] >= '0' && bytes[from] <= '9') {
            fields.at = from;
            return TaskState.ofRaw(fields.number(), nextIdle);
        }
        int state = 0;
        for (int i = from; i < fields.end && bytes[i] != ' '; i++) {
            state |= TaskState.ofLetter(bytes[i]);
        }
        return state;
    }

    /** {@code comm:pid [prio] S ==> comm:pid [prio]}, read from its end, as a name may hold anything. */
    private void readShortSwitch(final Event event) {
        final int from = fields.at;
        int arrow = -1;
        while (fields.find(ARROW)) {
            arrow = fields.at - ARROW.length;
            if (readShort(event, from, arrow, true)) {
                break;
            }
        }
        if (arrow < 0 || !readShort(event, arrow + ARROW.length, fields.end, false)) {
            fields.at = fields.end;
            fields.number(); // fails
            return;
        }
        event.prevState = state(event.prevState, event.task == 0);
    }

    /** One side of the arrow. Of the left one, prevState becomes the place of its state. */
    private boolean readShort(final Event event, final int from, final int to, final boolean left) {
        final byte[] bytes = fields.bytes;
        final int open = lastBefore(to, from, '[');
        final int close = lastBefore(to, from, ']');
        final int colon = open < 0 ? -1 : lastBefore(open, from, ':');
        if (colon < 0 || close < open) {
            return false;
        }
        final int kept = fields.at;
        fields.at = colon + 1;
        final int pid = (int) fields.number();
        fields.at = open + 1;
        final int prio = (int) fields.number();
        fields.at = kept;
        if (left) {
            event.prevComm = fields.name(from, colon);
            event.prevPid = pid;
            event.prevPrio = prio;
            event.prevState = close + 1 < to && bytes[close + 1] == ' ' ? close + 2 : close + 1;
        } else {
            event.taskComm = fields.name(from, colon);
            event.task = pid;
            event.taskPrio = prio;
        }
        return true;
    }

    private int lastBefore(final int to, final int from, final int character) {
        for (int i = to - 1; i >= from; i--) {
            if (fields.bytes[i] == character) {
                return i;
            }
        }
        return -1;
    }

    private void readWakeUp(final Event event) {
        final int from = fields.at;
        if (fields.find(COMM)) {
            event.taskComm = fields.comm(PID);
            event.task = (int) fields.number();
            event.taskPrio = (int) fields.number(PRIO);
            event.targetCpu = (int) fields.number(TARGET_CPU);
        } else {
            int cpu = -1;
            while (fields.find(SHORT_CPU)) {
                cpu = fields.at;
            }
            fields.at = Math.max(cpu, from);
            event.targetCpu = (int) fields.number();
            final int end = cpu < 0 ? from : cpu - SHORT_CPU.length;
            if (!readShort(event, from, end, false)) {
                fields.at = fields.end;
                fields.number(); // fails
            }
        }
    }

    private void readMigrate(final Event event) {
        readTask(event);
        event.originCpu = (int) fields.number(ORIG_CPU);
        event.targetCpu = (int) fields.number(DEST_CPU);
    }

    private void readTask(final Event event) {
        fields.find(COMM);
        event.taskComm = fields.comm(PID);
        event.task = (int) fields.number();
        event.taskPrio = (int) fields.number(PRIO);
    }

    private void readFork(final Event event) {
        fields.find(COMM);
        event.comm = fields.comm(PID);
        event.pid = (int) fields.number();
        fields.find(CHILD_COMM);
        event.taskComm = fields.comm(CHILD_PID);
        event.task = (int) fields.number();
        event.taskPrio = 0;
    }

    private void readExec(final Event event) {
        fields.find(FILENAME);
        event.taskComm = fields.comm(PID);
        event.task = (int) fields.number();
        event.prevPid = (int) fields.number(OLD_PID);
    }

    private void readIrqEntry(final Event event) {
        event.number = (int) fields.number(IRQ);
        event.taskComm = fields.find(NAME) ? fields.name(fields.at, fields.end) : Names.EMPTY;
    }

    private void readIdle(final Event event) {
        event.number = (int) fields.number(STATE); // 4294967295 is -1: the CPU leaves idle
        event.targetCpu = (int) fields.number(CPU_ID);
    }

    private void readSelect(final Event event) {
        event.task = (int) fields.number(BARE_PID);
        event.originCpu = (int) fields.number(PREV);
        event.wakeFlags = (int) fields.number(WAKE_FLAGS);
        event.recentCpu = (int) fields.number(RECENT);
        event.flips = (int) fields.number(FLIPS);
        event.util = (int) fields.number(UTIL);
        event.allowed = (int) fields.number(ALLOWED);
    }
}
