package dev.perch.report.recording;

import dev.perch.traces.Event;
import dev.perch.traces.EventKind;
import dev.perch.traces.Names;
import dev.perch.traces.PerfettoMarks;
import java.util.function.Consumer;

/**
 * What a CPU is in the middle of. Perfetto draws whatever nothing ends up to the end of the whole trace, so where the
 * recording of one CPU was cut, it is told to be over there.
 */
final class Unfinished {
    private static final int NONE = -1;

    private final Event end = new Event();
    private int pid;
    private int comm = Names.EMPTY;
    private int priority;
    private int interrupt = NONE;
    private int softirq = NONE;

    /** Follows an event of this CPU. */
    void follow(final Event event) {
        switch (event.kind) {
            case SWITCH -> {
                pid = event.task;
                comm = event.taskComm;
                priority = event.taskPrio;
            }
            case IRQ_ENTRY -> interrupt = event.number;
            case IRQ_EXIT -> interrupt = NONE;
            case SOFTIRQ_ENTRY -> softirq = event.number;
            case SOFTIRQ_EXIT -> softirq = NONE;
            default -> {
            }
        }
    }

    /** Gives {@code into} the events that end it at {@code cut}: interrupts, then the task, for an idle CPU too. */
    void end(final Event cut, final Consumer<Event> into) {
        end.copy(cut);
        end.pid = pid;
        endInterrupt(EventKind.IRQ_EXIT, interrupt, into);
        endInterrupt(EventKind.SOFTIRQ_EXIT, softirq, into);
        end.kind = EventKind.SWITCH;
        end.prevPid = pid;
        end.prevComm = comm;
        end.prevPrio = priority;
        end.prevState = PerfettoMarks.CUT_STATE;
        end.task = 0;
        end.taskComm = Names.EMPTY;
        end.taskPrio = 0;
        into.accept(end);
    }

    private void endInterrupt(final EventKind exit, final int number, final Consumer<Event> into) {
        if (number != NONE) {
            end.kind = exit;
            end.number = number;
            into.accept(end);
        }
    }
}
