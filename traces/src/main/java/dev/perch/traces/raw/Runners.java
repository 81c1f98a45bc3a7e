package dev.perch.traces.raw;

import dev.perch.traces.Event;
import dev.perch.traces.EventKind;
import dev.perch.traces.Names;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.Arrays;

/**
 * The names of running tasks, which raw events do not carry: a CPU's last switch tells, else what the recorder had
 * saved, else {@code <...>}.
 */
public final class Runners {
    private final Int2IntOpenHashMap saved = new Int2IntOpenHashMap();
    private final int idle;
    private int[] pids = new int[64];
    private int[] comms = new int[64];

    /** Nobody runs yet; names go into {@code names}. */
    public Runners(final Names names) {
        saved.defaultReturnValue(names.of("<...>"));
        idle = names.of("<idle>");
        Arrays.fill(pids, Event.NO_PID);
    }

    /** A pid's name as the recorder had it. */
    public void save(final int pid, final int comm) {
        saved.put(pid, comm);
    }

    /** The task that runs on the event's CPU as the last switch there told; of a switch, the one that leaves. */
    public int pid(final Event event) {
        if (event.kind == EventKind.SWITCH) {
            return event.prevPid;
        }
        return event.cpu < pids.length ? pids[event.cpu] : Event.NO_PID;
    }

    /** Sets the event's comm, and learns from it. */
    public void name(final Event event) {
        final int cpu = event.cpu;
        if (cpu >= pids.length) {
            grow(cpu);
        }
        if (event.pid == 0) {
            event.comm = idle;
        } else if (event.pid == pids[cpu]) {
            event.comm = comms[cpu];
        } else {
            event.comm = event.kind == EventKind.SWITCH && event.prevPid == event.pid
                    ? event.prevComm
                    : saved.get(event.pid);
        }
        if (event.kind == EventKind.SWITCH) {
            pids[cpu] = event.task;
            comms[cpu] = event.taskComm;
        }
    }

    private void grow(final int cpu) {
        final int length = pids.length;
        pids = Arrays.copyOf(pids, cpu * 2);
        comms = Arrays.copyOf(comms, cpu * 2);
        Arrays.fill(pids, length, pids.length, Event.NO_PID);
    }
}
