package dev.perch.report.recording;

import dev.perch.traces.Event;
import dev.perch.traces.EventKind;
import dev.perch.traces.Names;
import dev.perch.traces.PerfettoMarks;
import dev.perch.traces.TaskState;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The recording's events as Perfetto's data source linux.ftrace has them: bundles of one CPU's events. Field numbers
 * are those of ftrace_event_bundle.proto, ftrace_event.proto, sched.proto, irq.proto and power.proto; a task's state is
 * written as kernels since 4.14 have it.
 */
final class FtraceBundles {
    private static final int FULL = 1 << 15;
    private static final int BUNDLE = 1;
    private static final int RAW_PREEMPTED = 0x100;

    private final Names names;
    private final PacketFile packets;
    private final Message[] open;
    private final boolean[] lost;
    private final Unfinished[] unfinished;
    private byte[][] utf8 = new byte[256][];

    FtraceBundles(final int cpus, final Names names, final PacketFile packets) {
        this.names = names;
        this.packets = packets;
        open = new Message[cpus];
        lost = new boolean[cpus];
        unfinished = new Unfinished[cpus];
        Arrays.setAll(unfinished, cpu -> new Unfinished());
    }

    /** Adds an event, unless it is of a kind that Perfetto has no message for. */
    void add(final Event event) {
        final int cpu = event.cpu;
        if (event.kind == EventKind.LOST) {
            flush(cpu);
            lost[cpu] = true;
        } else if (event.kind == EventKind.CUT) {
            unfinished[cpu].end(event, this::write);
        } else {
            unfinished[cpu].follow(event);
            write(event);
        }
    }

    private void write(final Event event) {
        final int field = field(event.kind);
        if (field == 0) {
            return;
        }
        final int cpu = event.cpu;
        if (open[cpu] == null) {
            open[cpu] = new Message();
        }
        final Message bundle = open[cpu];
        final int begin = bundle.begin(2);
        bundle.number(1, event.nanos);
        if (event.pid >= 0) {
            bundle.number(2, event.pid);
        }
        final int body = bundle.begin(field);
        writeBody(event, bundle);
        bundle.end(body);
        bundle.end(begin);
        if (bundle.bytes().size() > FULL) {
            flush(cpu);
        }
    }

    private static int field(final EventKind kind) {
        return switch (kind) {
            case SWITCH -> 4;
            case CPU_IDLE -> 13;
            case WAKEUP -> 17;
            case WAKING -> 20;
            case SOFTIRQ_ENTRY -> 24;
            case SOFTIRQ_EXIT -> 25;
            case IRQ_ENTRY -> 36;
            case IRQ_EXIT -> 37;
            case WAKEUP_NEW -> 114;
            case EXEC -> 237;
            case EXIT -> 238;
            case FORK -> 239;
            case MIGRATE -> 491;
            default -> 0;
        };
    }

    private void writeBody(final Event event, final Message body) {
        switch (event.kind) {
            case SWITCH -> body.delimited(1, name(event.prevComm)).number(2, event.prevPid).number(3, event.prevPrio)
                    .number(4, rawState(event.prevState)).delimited(5, name(event.taskComm)).number(6, event.task)
                    .number(7, event.taskPrio);
            case WAKING, WAKEUP, WAKEUP_NEW -> writeTask(event, body).number(4, 1).number(5, event.targetCpu);
            case MIGRATE -> writeTask(event, body).number(4, event.originCpu).number(5, event.targetCpu);
            case FORK -> body.delimited(1, name(event.comm)).number(2, event.pid).delimited(3, name(event.taskComm))
                    .number(4, event.task);
            case EXEC -> body.delimited(1, name(event.taskComm)).number(2, event.task).number(3, event.prevPid);
            case EXIT -> body.delimited(1, name(event.taskComm)).number(2, event.task).number(4, event.taskPrio);
            case CPU_IDLE -> body.number(1, event.number & 0xffff_ffffL).number(2, event.targetCpu);
            case IRQ_ENTRY -> body.number(1, event.number).delimited(2, name(event.taskComm));
            default -> body.number(1, event.number);
        }
    }

    private Message writeTask(final Event event, final Message body) {
        return body.delimited(1, name(event.taskComm)).number(2, event.task).number(3, event.taskPrio);
    }

    private static int rawState(final int state) {
        if (state == PerfettoMarks.CUT_STATE) {
            return state;
        }
        if ((state & TaskState.PREEMPTED) != 0) {
            return RAW_PREEMPTED;
        }
        return (state & TaskState.OTHER) != 0 ? TaskState.UNINTERRUPTIBLE : state;
    }

    /** A name's bytes. */
    byte[] name(final int comm) {
        if (comm >= utf8.length) {
            utf8 = Arrays.copyOf(utf8, Math.max(comm + 1, utf8.length * 2));
        }
        if (utf8[comm] == null) {
            utf8[comm] = names.text(comm).getBytes(StandardCharsets.UTF_8);
        }
        return utf8[comm];
    }

    /** Writes all that is open. */
    void flush() {
        for (int cpu = 0; cpu < open.length; cpu++) {
            flush(cpu);
        }
    }

    private void flush(final int cpu) {
        final Message bundle = open[cpu];
        if (bundle == null || bundle.bytes().size() == 0) {
            return;
        }
        final Message packet = packets.begin();
        final int begin = packet.begin(BUNDLE);
        packet.number(1, cpu);
        if (lost[cpu]) {
            packet.number(3, 1);
            lost[cpu] = false;
        }
        packet.bytes().add(bundle.bytes().array(), 0, bundle.bytes().size());
        packet.end(begin);
        packets.end();
        bundle.bytes().clear();
    }
}
