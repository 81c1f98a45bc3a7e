package dev.perch.traces.perfetto;

import dev.perch.traces.Event;
import dev.perch.traces.EventKind;
import dev.perch.traces.Intake;
import dev.perch.traces.Names;
import dev.perch.traces.TaskState;
import dev.perch.traces.raw.CpuQueues;
import dev.perch.traces.raw.Runners;
import java.util.Arrays;

/**
 * A bundle of one CPU's ftrace events. Most stand by themselves; switches and wakings may stand in columns instead
 * ("compact sched"), with stamps as differences and without the task that was switched out, which is the one that was
 * switched in before. Both are merged by stamp.
 */
final class Bundle {
    private static final int CPU = 1;
    private static final int EVENT = 2;
    private static final int LOST = 3;
    private static final int COMPACT = 4;

    private final Intake intake;
    private final CpuQueues queues;
    private final Runners runners;
    private final Wire fields = new Wire();
    private final Wire eventFields = new Wire();
    private final Wire body = new Wire();
    private final CompactSched compact;
    private Running[] running = new Running[16];

    Bundle(final Intake intake, final CpuQueues queues, final Runners runners) {
        this.intake = intake;
        this.queues = queues;
        this.runners = runners;
        compact = new CompactSched(intake.names());
    }

    /** The task that a CPU runs, as its last switch told. */
    private static final class Running {
        private int pid = Event.NO_PID;
        private int comm = Names.EMPTY;
        private int prio;
        private boolean lost;
    }

    /** Queues the events of the bundle that is the current field of {@code packet}. */
    void read(final Wire packet, final String place) {
        long cpu = 0;
        boolean lost = false;
        compact.clear();
        fields.in(packet);
        for (int field = fields.next(); field != 0; field = fields.next()) {
            switch (field) {
                case CPU -> cpu = fields.value();
                case LOST -> lost = fields.value() != 0;
                case COMPACT -> compact.read(fields);
                default -> {
                }
            }
        }
        if (!Intake.isCpu(cpu)) {
            intake.warn("a bundle of an impossible CPU is passed over", place);
            return;
        }
        if (fields.broken() || compact.broken()) {
            intake.warn("a bundle of events is damaged", place);
        }
        if (compact.uneven()) {
            intake.warn("compact sched columns of different lengths: rows that lack a column are passed over", place);
        }
        final Running on = running((int) cpu);
        if (lost) {
            on.lost = true;
            on.pid = Event.NO_PID;
            on.comm = Names.EMPTY;
        }
        fields.in(packet);
        for (int field = fields.next(); field != 0; field = fields.next()) {
            if (field == EVENT) {
                readEvent((int) cpu, on, place);
            }
        }
        while (compact.nanos() != Long.MAX_VALUE) {
            addCompact((int) cpu, on, place);
        }
    }

    private Running running(final int cpu) {
        if (cpu >= running.length) {
            running = Arrays.copyOf(running, cpu * 2);
        }
        if (running[cpu] == null) {
            running[cpu] = new Running();
        }
        return running[cpu];
    }

    private void readEvent(final int cpu, final Running on, final String place) {
        long nanos = -1;
        int pid = Event.NO_PID;
        int bodyField = 0;
        int flags = Event.FLAGS_UNKNOWN;
        eventFields.in(fields);
        for (int field = eventFields.next(); field != 0; field = eventFields.next()) {
            switch (field) {
                case 1 -> nanos = eventFields.value();
                case 2 -> pid = (int) eventFields.value();
                case 5 -> flags = (int) eventFields.value();
                default -> {
                    bodyField = field;
                    body.in(eventFields);
                }
            }
        }
        if (nanos < 0 || eventFields.broken()) {
            intake.warn("an event without a stamp is passed over", place);
            return;
        }
        while (compact.nanos() < nanos) {
            addCompact(cpu, on, place);
        }
        final Event event = queues.event();
        event.nanos = nanos;
        event.cpu = cpu;
        event.pid = pid;
        event.flags = flags;
        if (FtraceEvents.read(bodyField, body, intake.names(), event)) {
            runners.name(event);
            add(on);
        } else {
            intake.warn("unreadable " + event.kind.tracepoint() + " passed over", place);
        }
    }

    private void addCompact(final int cpu, final Running on, final String place) {
        final Event event = queues.event();
        event.cpu = cpu;
        event.pid = on.pid;
        event.flags = Event.FLAGS_UNKNOWN;
        compact.take(event);
        if (event.kind == EventKind.SWITCH) {
            event.prevPid = on.pid;
            event.prevComm = on.comm;
            event.prevPrio = on.prio;
            event.prevState = TaskState.ofRaw(event.prevState, event.task == 0);
        }
        if (event.kind == EventKind.WAKING && !Intake.isCpu(event.targetCpu)) {
            intake.warn("unreadable " + event.kind.tracepoint() + " passed over", place);
            return;
        }
        runners.name(event);
        add(on);
    }

    private void add(final Running on) {
        final Event event = queues.event();
        if (event.kind == EventKind.SWITCH) {
            on.pid = event.task;
            on.comm = event.taskComm;
            on.prio = event.taskPrio;
        }
        if (on.lost) {
            on.lost = false;
            queues.addLost(event.cpu, event.nanos, -1);
        }
        queues.add();
    }
}
