package dev.perch.traces.analysis;

import dev.perch.topology.Distance;
import dev.perch.topology.Topology;
import dev.perch.traces.Event;
import dev.perch.traces.EventSink;
import dev.perch.traces.Names;
import dev.perch.traces.Summary;
import dev.perch.traces.TaskState;
import java.util.ArrayList;
import java.util.List;

/**
 * Follows a recording's tasks and CPUs from event to event and adds up where wake-ups landed and what that cost.
 *
 * <p>A wake-up begins with sched_waking (its CPU is the waker's, its target_cpu the wakee's previous one) or, where
 * that was not recorded, with sched_wakeup. It is placed by sched_wakeup, else by the first switch-in. Its latency
 * ends with the switch-in. A wake-up of a task that runs already, as it races with the task's own switch-out or is
 * stamped late by another CPU's clock, places nothing and has no latency. A loss of events ends every interval that
 * is open: no latency, wait or run is computed across it.
 */
public final class Analysis implements EventSink {
    private static final int TOP = 100;
    private static final int CUT = -1;

    private final Topology machine;
    private final Chronicle chronicle;
    private final Tasks tasks;
    private final Task[] running;
    private final WakeUp wakeUp = new WakeUp();
    private final ByDistanceTally fromWaker = new ByDistanceTally();
    private final ByDistanceTally fromPrev = new ByDistanceTally();
    private final ByDistanceTally newTasks = new ByDistanceTally();
    private final NearestIdle nearestIdle;
    private final CpuTimes cpuTimes;
    private final Pairs pairs = new Pairs();
    private final long[][] migrations = new long[Findings.Cause.values().length][Distance.values().length];
    private final int[] gaps; // by CPU: how often its events were lost; CUT where none is left
    private int gap;
    private long now = Long.MIN_VALUE;
    private final Notes notes = new Notes();

    /** An analysis of a recording made on this machine, which has all CPUs of its events; its names are these. */
    public Analysis(final Topology machine, final Names names) {
        this(machine, names, Chronicle.NONE);
    }

    /** The same, telling {@code chronicle} what happens. */
    public Analysis(final Topology machine, final Names names, final Chronicle chronicle) {
        this.machine = machine;
        this.chronicle = chronicle;
        tasks = new Tasks(names);
        running = new Task[machine.size()];
        gaps = new int[machine.size()];
        nearestIdle = new NearestIdle(machine);
        cpuTimes = new CpuTimes(machine);
    }

    @Override
    public void event(final Event event) {
        if (now == Long.MIN_VALUE) {
            chronicle.begins(event.nanos);
        } else {
            nearestIdle.pass(event.nanos - now);
        }
        now = Math.max(now, event.nanos);
        cpuTimes.seen(event.cpu, now);
        switch (event.kind) {
            case SWITCH -> switched(event);
            case WAKING -> waking(tasks.of(event.task, event.taskComm), event, event.targetCpu);
            case WAKEUP -> wakeUp(event);
            case WAKEUP_NEW -> wakeUpNew(event);
            case MIGRATE -> migrated(event);
            case FORK -> tasks.fresh(event.task, event.taskComm).isNew = true;
            case EXEC -> executed(event);
            case CPU_IDLE -> cpuTimes.idle(event.targetCpu, now, event.number);
            case LOST -> lost(event.cpu, gaps[event.cpu] + 1);
            case CUT -> lost(event.cpu, CUT);
            default -> {
            }
        }
        chronicle.event(event);
    }

    /** A wake-up that another CPU stamps while the task runs, which came to run without one, tells of clocks apart. */
    private void compareClocks(final Task task, final int wakerCpu) {
        if (task.isUnexplained && task.gap == gap && task.cpu != wakerCpu) {
            notes.wokenBefore(now - task.since);
        }
        task.isUnexplained = false;
    }

    private void waking(final Task task, final Event event, final int prevCpu) {
        compareClocks(task, event.cpu);
        if (task.state == Task.State.WAITING) {
            return; // it is queued already
        }
        task.waking = now;
        task.wakingGap = gap;
        task.wakerCpu = event.cpu;
        task.wakerPid = event.pid <= 0 || event.fromInterrupt() ? Pairs.INTERRUPT : event.pid;
        task.prevCpu = prevCpu;
        task.placed = false;
        task.missed = null;
        task.moved = null;
        if (task.state != Task.State.RUNNING) {
            startWaiting(task, prevCpu);
        }
    }

    private void wakeUp(final Event event) {
        final Task task = tasks.of(event.task, event.taskComm);
        if (task.state == Task.State.RUNNING) {
            compareClocks(task, event.cpu);
            notes.wokenRunning();
            task.waking = Task.NEVER;
            return;
        }
        if (task.waking == Task.NEVER) {
            waking(task, event, task.lastCpu);
            if (event.cpu == event.targetCpu && event.fromInterrupt()) {
                task.wakerCpu = -1; // the target finishes a wake-up that another CPU sent it
            }
        }
        place(task, event.targetCpu);
        stopWaiting(task);
        task.missed = nearestIdle.missed(event.targetCpu);
        if (task.state == Task.State.WAITING) {
            task.cpu = event.targetCpu;
            count(task);
        }
    }

    private void wakeUpNew(final Event event) {
        final Task task = tasks.of(event.task, event.taskComm);
        task.isNew = false;
        task.waking = now;
        task.wakingGap = gap;
        task.wakerCpu = event.cpu;
        task.wakerPid = Math.max(event.pid, Pairs.INTERRUPT);
        task.prevCpu = -1;
        task.placed = true;
        task.missed = nearestIdle.missed(event.targetCpu);
        task.fromWaker = newTasks.count(machine.distance(event.cpu, event.targetCpu));
        task.fromPrev = null;
        startWaiting(task, event.targetCpu);
    }

    /** Counts where a wake-up landed. */
    private void place(final Task task, final int cpu) {
        if (task.placed || task.waking == Task.NEVER) {
            return;
        }
        task.placed = true;
        task.fromWaker = null;
        task.fromPrev = null;
        if (task.wakerCpu >= 0) {
            final Distance distance = machine.distance(task.wakerCpu, cpu);
            task.fromWaker = fromWaker.count(distance);
            pairs.count(task.wakerPid, task.pid, distance);
        }
        if (task.prevCpu >= 0) {
            task.fromPrev = fromPrev.count(machine.distance(task.prevCpu, cpu));
        }
    }

    private void startWaiting(final Task task, final int cpu) {
        stopWaiting(task);
        task.state = Task.State.WAITING;
        task.since = now;
        task.gap = gap;
        task.cpu = cpu;
        if (cpu >= 0) {
            count(task);
        }
    }

    /** Counts a wait, unless it is on a CPU of which nothing more is known. */
    private void count(final Task task) {
        task.cpuGap = gaps[task.cpu];
        if (task.cpuGap != CUT) {
            nearestIdle.waiting(task.cpu, 1);
        }
    }

    private void stopWaiting(final Task task) {
        if (task.state == Task.State.WAITING && task.cpu >= 0 && task.cpuGap != CUT && task.cpuGap == gaps[task.cpu]) {
            nearestIdle.waiting(task.cpu, -1);
        }
    }

    private void moveWaiting(final Task task, final int cpu) {
        if (task.state == Task.State.WAITING && task.cpu != cpu) {
            stopWaiting(task);
            task.cpu = cpu;
            count(task);
        }
    }

    private void switched(final Event event) {
        final int cpu = event.cpu;
        if (event.prevPid > 0) {
            ran(cpu, event.prevPid, event.prevComm);
            leave(leaving(cpu, event), cpu, event.prevState);
        }
        cpuTimes.switched(cpu, now, event.prevPid != 0, event.task != 0);
        nearestIdle.idle(cpu, event.task == 0);
        running[cpu] = null;
        if (event.task > 0) {
            enter(tasks.of(event.task, event.taskComm), cpu);
        }
    }

    private Task leaving(final int cpu, final Event event) {
        final Task task = running[cpu];
        if (task == null || task.pid != event.prevPid) {
            return tasks.of(event.prevPid, event.prevComm);
        }
        task.comm = event.prevComm;
        return task;
    }

    private void ran(final int cpu, final int pid, final int comm) {
        final long since = cpuTimes.mayRunSince(cpu);
        if (since < now) {
            chronicle.ran(cpu, pid, comm, since, now);
        }
    }

    private void leave(final Task task, final int cpu, final int state) {
        if (task.state == Task.State.RUNNING && task.gap == gap) {
            task.ran += now - task.since;
        }
        if (task.state == Task.State.WAITING && task.waking != Task.NEVER) { // it came to run, no event tells when
            task.waking = Task.NEVER;
            notes.acrossGap();
        }
        task.lastCpu = cpu;
        stopWaiting(task);
        task.state = Task.State.ASLEEP;
        task.isUnexplained = false;
        task.gap = gap;
        task.cpu = -1;
        if (TaskState.isRunnable(state)) {
            task.waking = Task.NEVER;
            startWaiting(task, cpu);
        } else if (task.waking != Task.NEVER) { // woken while it went to sleep
            startWaiting(task, task.prevCpu);
        }
    }

    private void enter(final Task task, final int cpu) {
        place(task, cpu);
        task.isUnexplained = task.state == Task.State.ASLEEP && task.waking == Task.NEVER && task.gap == gap;
        if (task.waking != Task.NEVER) {
            if (task.wakingGap == gap) {
                final long latency = now - task.waking;
                record(task.fromWaker, latency);
                record(task.fromPrev, latency);
                tell(task, cpu, latency);
            } else {
                notes.acrossGap();
            }
            task.waking = Task.NEVER;
        }
        if (task.state == Task.State.WAITING && task.gap == gap) {
            final long wait = now - task.since;
            task.waits++;
            task.waited += wait;
            task.longestWait = Math.max(task.longestWait, wait);
        }
        stopWaiting(task);
        task.state = Task.State.RUNNING;
        task.cpu = cpu;
        task.lastCpu = cpu;
        task.since = now;
        task.gap = gap;
        running[cpu] = task;
    }

    private void tell(final Task task, final int cpu, final long latency) {
        wakeUp.pid = task.pid;
        wakeUp.comm = task.comm;
        wakeUp.wakerPid = task.wakerPid;
        wakeUp.wakerCpu = task.wakerCpu;
        wakeUp.prevCpu = task.prevCpu;
        wakeUp.cpu = cpu;
        wakeUp.nanos = task.waking;
        wakeUp.latencyNanos = latency;
        wakeUp.missed = task.missed;
        chronicle.woken(wakeUp);
    }

    private static void record(final ByDistanceTally.Slot slot, final long latency) {
        if (slot != null) {
            slot.latency(latency);
        }
    }

    private void migrated(final Event event) {
        final Task task = tasks.of(event.task, event.taskComm);
        final Distance distance = machine.distance(event.originCpu, event.targetCpu);
        final Findings.Cause cause;
        if (task.isNew) {
            cause = Findings.Cause.FORK;
        } else if (task.waking != Task.NEVER && !task.placed) {
            cause = Findings.Cause.WAKE_UP;
        } else {
            cause = Findings.Cause.BALANCE;
            task.moved = distance;
        }
        migrations[cause.ordinal()][distance.ordinal()]++;
        moveWaiting(task, event.targetCpu);
        task.lastCpu = event.targetCpu;
    }

    /** The task started a program: what looked like a balance of it was the placement that exec makes before. */
    private void executed(final Event event) {
        final Task task = tasks.of(event.pid, event.comm);
        if (task.moved != null) {
            migrations[Findings.Cause.BALANCE.ordinal()][task.moved.ordinal()]--;
            migrations[Findings.Cause.EXEC.ordinal()][task.moved.ordinal()]++;
            task.moved = null;
        }
    }

    /** What a CPU did is not known: it may run any task that waited there. */
    private void lost(final int cpu, final int times) {
        gap++;
        gaps[cpu] = times;
        nearestIdle.forget(cpu);
        stopRunning(cpu);
        cpuTimes.gap(cpu, now);
        nearestIdle.idle(cpu, false);
    }

    private void stopRunning(final int cpu) {
        final Task ran = running[cpu];
        if (ran != null) {
            ran(cpu, ran.pid, ran.comm);
            ran.state = Task.State.UNKNOWN;
            running[cpu] = null;
        }
    }

    /** What was found; {@code summary} is what reading the recording returned. */
    public Findings findings(final Summary summary) {
        final long end = Math.max(now, summary.lastNanos());
        now = end;
        for (int cpu = 0; cpu < running.length; cpu++) {
            stopRunning(cpu);
        }
        cpuTimes.end(end);
        return new Findings(summary, machine, fromWaker.findings(), fromPrev.findings(), newTasks.findings(),
                nearestIdle.findings(summary.spanNanos()), migrations(), pairs.top(TOP, tasks),
                tasks.topByWait(TOP), cpuTimes.groups(machine.clusters(), end),
                cpuTimes.groups(machine.llcs(), end), cpuTimes.idleStates(), notes.of(summary));
    }

    private List<Findings.Migrations> migrations() {
        final var rows = new ArrayList<Findings.Migrations>();
        for (final Findings.Cause cause : Findings.Cause.values()) {
            final var counts = Findings.byDistance(migrations[cause.ordinal()]);
            if (!counts.isEmpty()) {
                rows.add(new Findings.Migrations(cause, counts,
                        counts.values().stream().mapToLong(Long::longValue).sum()));
            }
        }
        return rows;
    }
}
