package dev.perch.replay.closed;

import dev.perch.replay.BoundThreads;
import dev.perch.replay.WakeFlags;
import dev.perch.scheduler.WakeUp;
import dev.perch.topology.CpuSet;
import dev.perch.traces.Event;
import dev.perch.traces.EventKind;
import dev.perch.traces.EventSink;
import dev.perch.traces.Names;
import dev.perch.traces.TaskState;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Makes scripts of a recording's events: who ran for how long, woke whom, and waited for whom. A task's own work is
 * the time it had a CPU, less the wake-ups it made (from sched_waking to sched_wakeup), for which the simulator
 * charges itself. A wake-up by a task is waited for; one by an interrupt, by the idle task or by nothing recorded
 * is a sleep of the recorded length.
 */
final class ScriptRecorder implements EventSink {
    private static final int IDLE_PID = 0;
    private static final int NICE_0_PRIORITY = 120;
    private static final int LOWEST_NICE = -20;
    private static final int HIGHEST_NICE = 19;

    private final Names names;
    private final boolean isWhole;
    private final Int2ObjectOpenHashMap<ScriptWriter> living = new Int2ObjectOpenHashMap<>();
    private final List<ScriptWriter> all = new ArrayList<>();
    private final HandOvers handOvers = new HandOvers();
    private ScriptWriter[] current = new ScriptWriter[8]; // by CPU
    private ScriptWriter[] wakee = new ScriptWriter[8]; // by CPU: of the wake-up that it is making
    private int[] wakeStep = new int[8];
    private long[] since = new long[8];
    private long[] turnSince = new long[8];
    private long[] lastEvent = new long[8]; // by CPU: when it showed last what it does
    private long shortestTurn = Long.MAX_VALUE;
    private long start = Long.MIN_VALUE;

    /**
     * A recorder of events with these names.
     *
     * @param isWhole whether all CPUs were recorded from the first event on, so that what the first event of a CPU
     *        finds running there has run since
     */
    ScriptRecorder(final Names names, final boolean isWhole) {
        this.names = names;
        this.isWhole = isWhole;
    }

    @Override
    public void event(final Event event) {
        final int cpu = event.cpu;
        if (start == Long.MIN_VALUE) {
            start = event.nanos;
            Arrays.fill(lastEvent, beginning());
        }
        if (cpu >= current.length) {
            grow(Integer.highestOneBit(cpu) * 2);
        }
        switch (event.kind) {
            case SWITCH -> turn(event);
            case LOST -> losesSight(cpu);
            case CUT -> {
                charge(cpu, event.nanos);
                losesSight(cpu);
            }
            default -> {
                if (event.pid != Event.NO_PID) {
                    runs(cpu, event.pid, event.comm, event.nanos);
                }
                follow(event);
            }
        }
        lastEvent[cpu] = event.nanos;
    }

    /** What a CPU does is not known. */
    private void losesSight(final int cpu) {
        current[cpu] = null;
        wakee[cpu] = null;
    }

    private void grow(final int size) {
        current = Arrays.copyOf(current, size);
        wakee = Arrays.copyOf(wakee, size);
        wakeStep = Arrays.copyOf(wakeStep, size);
        since = Arrays.copyOf(since, size);
        turnSince = Arrays.copyOf(turnSince, size);
        final int known = lastEvent.length;
        lastEvent = Arrays.copyOf(lastEvent, size);
        Arrays.fill(lastEvent, known, size, beginning());
    }

    /** Since when a CPU has done what its first event shows; the greatest number where that is not known. */
    private long beginning() {
        return isWhole ? start : Long.MAX_VALUE;
    }

    private void follow(final Event event) {
        switch (event.kind) {
            case WAKING -> waking(event);
            case SELECT -> selecting(event);
            case WAKEUP -> wokenUp(event);
            case WAKEUP_NEW -> started(event);
            case EXEC -> executed(event);
            default -> {
            }
        }
    }

    /** The task of this pid, met for the first time on {@code cpu} if it is not known; null for an idle task. */
    private ScriptWriter task(final int pid, final int comm, final int cpu) {
        if (pid <= IDLE_PID) {
            return null;
        }
        ScriptWriter task = living.get(pid);
        return task == null ? fresh(pid, comm, cpu) : task;
    }

    private ScriptWriter fresh(final int pid, final int comm, final int cpu) {
        final var task = new ScriptWriter(pid, new Script(all.size(), cpu, BoundThreads.isBound(names, comm)),
                handOvers);
        living.put(pid, task);
        all.add(task);
        return task;
    }

    /**
     * An event shows that the task of this pid has {@code cpu}. Where no switch tells since when, it has had it since
     * the CPU's last event, or since the task's own.
     */
    private void runs(final int cpu, final int pid, final int comm, final long now) {
        final ScriptWriter task = task(pid, comm, cpu);
        if (current[cpu] != task) {
            charge(cpu, lastEvent[cpu]);
            current[cpu] = task;
            since[cpu] = task == null ? now : Math.min(now, Math.max(lastEvent[cpu], task.lastSeen(start)));
            if (task != null) {
                task.runs(since[cpu]);
            }
        }
    }

    /** The current task of {@code cpu} has run until now. */
    private void charge(final int cpu, final long now) {
        if (current[cpu] != null) {
            current[cpu].ran(since[cpu], now);
        }
        since[cpu] = now;
    }

    private void turn(final Event event) {
        final int cpu = event.cpu;
        final long now = event.nanos;
        runs(cpu, event.prevPid, event.prevComm, now);
        final boolean undisturbed = turnSince[cpu] == since[cpu];
        charge(cpu, now);
        final ScriptWriter last = current[cpu];
        if (last != null) {
            if (undisturbed && !TaskState.isRunnable(event.prevState)) {
                shortestTurn = Math.min(shortestTurn, now - turnSince[cpu]);
            }
            if (TaskState.isDead(event.prevState)) {
                last.end();
                living.remove(last.pid);
            } else if (!TaskState.isRunnable(event.prevState)) {
                last.sleepState = event.prevState;
                last.sleeps(now);
            } else {
                last.makesRoom(living.get(event.task));
            }
        }
        wakee[cpu] = null;
        current[cpu] = null;
        lastEvent[cpu] = now;
        runs(cpu, event.task, event.taskComm, now);
        turnSince[cpu] = now;
        if (current[cpu] != null) {
            setNice(current[cpu], event.taskPrio);
        }
    }

    private static void setNice(final ScriptWriter task, final int priority) {
        final int nice = priority - NICE_0_PRIORITY;
        if (nice >= LOWEST_NICE && nice <= HIGHEST_NICE) {
            task.script.nice = nice;
        }
    }

    private void waking(final Event event) {
        ScriptWriter woken = living.get(event.task);
        if (woken == null) {
            woken = fresh(event.task, event.taskComm, event.targetCpu);
            woken.asleepSince(start);
        }
        wakes(event, woken);
    }

    private void wakes(final Event event, final ScriptWriter woken) {
        final int cpu = event.cpu;
        charge(cpu, event.nanos);
        final ScriptWriter waker = event.fromInterrupt() ? null : current[cpu];
        wakee[cpu] = woken;
        if (waker == null) {
            woken.interrupted(event.targetCpu == cpu || event.kind != EventKind.WAKING ? ScriptWriter.NOWHERE : cpu,
                    event.nanos);
        } else {
            wakeStep[cpu] = waker.wakes(woken, WakeFlags.isSync(event, woken.sleepState, names));
            woken.woken(waker.script, wakeStep[cpu], event.nanos);
        }
    }

    /** A probe tells with which flags the wake-up underway is made. */
    private void selecting(final Event event) {
        final int cpu = event.cpu;
        final ScriptWriter woken = wakee[cpu];
        if (woken != null && woken.pid == event.task && current[cpu] != null && !event.fromInterrupt()
                && current[cpu].script.step(wakeStep[cpu]).wakes()) {
            final Script waker = current[cpu].script;
            final boolean sync = (event.wakeFlags & WakeUp.SYNC) != 0;
            waker.replace(wakeStep[cpu], sync ? Script.Step.SYNC_WAKE : Script.Step.WAKE,
                    waker.argument(wakeStep[cpu]));
        }
    }

    private void wokenUp(final Event event) {
        final ScriptWriter woken = living.get(event.task);
        if (woken == null) {
            return;
        }
        if (woken.isAsleep()) { // sched_waking is not recorded
            wakes(event, woken);
        }
        woken.wakeEnds();
        final int cpu = event.cpu;
        if (wakee[cpu] == woken) {
            wakee[cpu] = null;
            if (current[cpu] != null && !event.fromInterrupt()) {
                current[cpu].wakeTook(event.nanos - since[cpu]);
            }
            since[cpu] = event.nanos;
        }
    }

    private void started(final Event event) {
        final int cpu = event.cpu;
        charge(cpu, event.nanos);
        final ScriptWriter child = fresh(event.task, event.taskComm, event.targetCpu);
        setNice(child, event.taskPrio);
        final ScriptWriter parent = current[cpu];
        if (parent == null) {
            child.asleepSince(start);
            child.interrupted(ScriptWriter.NOWHERE, event.nanos);
        } else {
            parent.starts(child);
            child.ran(event.nanos, event.nanos);
            child.script.family = parent.script.family;
            child.script.isStarted = true;
        }
    }

    private void executed(final Event event) {
        if (current[event.cpu] != null) {
            current[event.cpu].script.family = current[event.cpu].script;
        }
    }

    /** How long the shortest turn took, nanoseconds: from getting a CPU to leaving it asleep. */
    long shortestTurn() {
        return shortestTurn == Long.MAX_VALUE ? 0 : shortestTurn;
    }

    /**
     * The scripts of all tasks, by number.
     *
     * @param end    when the recording ends
     * @param silent the CPUs that ran a task each of which no event tells
     */
    List<Script> scripts(final long end, final CpuSet silent) {
        for (int cpu = 0; cpu < current.length; cpu++) {
            charge(cpu, end);
        }
        all.forEach(ScriptWriter::end);
        silent.forEach(cpu -> fresh(ScriptWriter.NOWHERE, 0, cpu).script.goesOn = true);
        handOvers.write();
        return all.stream().map(writer -> writer.script).toList();
    }
}
