package dev.perch.traces.analysis;

import dev.perch.traces.EventKind;
import dev.perch.traces.Summary;
import java.util.ArrayList;
import java.util.List;

/** What to know of a recording before its figures are read: what it lacks, and which wake-ups tell less than others. */
final class Notes {
    private long wokenRunning;
    private long wokenBefore;
    private long clocksApart;
    private long acrossGaps;

    /** A task was woken that ran already. */
    void wokenRunning() {
        wokenRunning++;
    }

    /** A wake-up is stamped so long after its task had come to run on another CPU, ns. */
    void wokenBefore(final long nanos) {
        wokenBefore++;
        clocksApart = Math.max(clocksApart, nanos);
    }

    /** Events are missing between a wake-up and where its task ran. */
    void acrossGap() {
        acrossGaps++;
    }

    /** The notes on the recording of this summary. */
    List<String> of(final Summary summary) {
        final var notes = new ArrayList<String>();
        if (summary.count(EventKind.WAKING) + summary.count(EventKind.WAKEUP) == 0) {
            notes.add("no wake-up events were recorded: no distances, latencies or pairs; waits are those after a"
                    + " preemption only");
        } else if (summary.count(EventKind.WAKING) == 0) {
            notes.add("no sched_waking was recorded: latencies begin with sched_wakeup, the previous CPU is where"
                    + " the task ran last");
        } else if (summary.count(EventKind.WAKEUP) == 0) {
            notes.add("no sched_wakeup was recorded: a wake-up's placement is where the task ran first");
        }
        if (summary.count(EventKind.SWITCH) == 0) {
            notes.add("no sched_switch was recorded: no latencies, waits or utilisation");
        }
        if (summary.count(EventKind.MIGRATE) == 0) {
            notes.add("no sched_migrate_task was recorded: no migrations by cause");
        }
        if (summary.count(EventKind.CPU_IDLE) == 0) {
            notes.add("no cpu_idle was recorded: no idle states");
        }
        if (!summary.timed()) {
            notes.add("the clock has no unit: all times are ticks");
        }
        if (wokenRunning > 0) {
            notes.add("wake-ups of a task that ran already, which place nothing: " + wokenRunning);
        }
        if (wokenBefore > 0) {
            notes.add("wake-ups stamped after their task had come to run on another CPU: " + wokenBefore
                    + "; the CPUs' clocks differ by up to " + clocksApart / 1000 + " us, or events are missing");
        }
        if (acrossGaps > 0) {
            notes.add("wake-ups across lost or missing events, which have no latency: " + acrossGaps);
        }
        return notes;
    }
}
