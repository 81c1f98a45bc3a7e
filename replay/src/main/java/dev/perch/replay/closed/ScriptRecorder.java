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
    private RecordedCpu[] cpus = new RecordedCpu[8];
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
        if (start == Long.MIN_VALUE) {
            start = event.nanos;
        }
        final RecordedCpu cpu = cpu(event.cpu);
        switch (event.kind) {
            case SWITCH -> turn(cpu, event);
            case LOST -> cpu.loseSight();
            case CUT -> {
                cpu.charge(event.nanos);
                cpu.loseSight();
            }
            default -> {
                if (event.pid != Event.NO_PID) {
                    runs(cpu, event.pid, event.comm, event.nanos);
                }
                follow(cpu, event);
            }
        }
        cpu.lastEvent = event.nanos;
    }

    private RecordedCpu cpu(final int number) {
        if (number >= cpus.length) {
            cpus = Arrays.copyOf(cpus, Integer.highestOneBit(number) * 2);
        }
        if (cpus[number] == null) {
            cpus[number] = new RecordedCpu(number, isWhole ? start : Long.MAX_VALUE);
        }
        return cpus[number];
    }

    private void follow(final RecordedCpu cpu, final Event event) {
        switch (event.kind) {
            case WAKING -> waking(cpu, event);
            case SELECT -> selecting(cpu, event);
            case WAKEUP -> wokenUp(cpu, event);
            case WAKEUP_NEW -> started(cpu, event);
            case EXEC -> executed(cpu);
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
    private void runs(final RecordedCpu cpu, final int pid, final int comm, final long now) {
        final ScriptWriter task = task(pid, comm, cpu.number);
        if (cpu.current != task) {
            cpu.charge(cpu.lastEvent);
            cpu.current = task;
            cpu.since = task == null ? now : Math.min(now, Math.max(cpu.lastEvent, task.lastSeen(start)));
            if (task != null) {
                task.runs(cpu.since);
            }
        }
    }

    private void turn(final RecordedCpu cpu, final Event event) {
        final long now = event.nanos;
        runs(cpu, event.prevPid, event.prevComm, now);
        final boolean undisturbed = cpu.turnSince == cpu.since;
        cpu.charge(now);
        if (cpu.current != null) {
            if (undisturbed && !TaskState.isRunnable(event.prevState)) {
                shortestTurn = Math.min(shortestTurn, now - cpu.turnSince);
            }
            leaves(cpu.current, event);
        }
        cpu.loseSight();
        cpu.lastEvent = now;
        runs(cpu, event.task, event.taskComm, now);
        cpu.turnSince = now;
        if (cpu.current != null) {
            setNice(cpu.current, event.taskPrio);
        }
    }

    private void leaves(final ScriptWriter last, final Event event) {
        if (TaskState.isDead(event.prevState)) {
            last.end();
            living.remove(last.pid);
        } else if (!TaskState.isRunnable(event.prevState)) {
            last.sleepState = event.prevState;
            last.sleeps(event.nanos);
        } else {
            last.makesRoom(living.get(event.task));
        }
    }

    private static void setNice(final ScriptWriter task, final int priority) {
        final int nice = priority - NICE_0_PRIORITY;
        if (nice >= LOWEST_NICE && nice <= HIGHEST_NICE) {
            task.script.nice = nice;
        }
    }

    private void waking(final RecordedCpu cpu, final Event event) {
        ScriptWriter woken = living.get(event.task);
        if (woken == null) {
            woken = fresh(event.task, event.taskComm, event.targetCpu);
            woken.asleepSince(start);
        }
        wakes(cpu, event, woken);
    }

    private void wakes(final RecordedCpu cpu, final Event event, final ScriptWriter woken) {
        cpu.charge(event.nanos);
        final ScriptWriter waker = event.fromInterrupt() ? null : cpu.current;
        cpu.wakee = woken;
        if (waker == null) {
            final boolean elsewhere = event.kind == EventKind.WAKING && event.targetCpu != cpu.number;
            woken.interrupted(elsewhere ? cpu.number : ScriptWriter.NOWHERE, event.nanos);
        } else {
            cpu.wakeStep = waker.wakes(woken, WakeFlags.isSync(event, woken.sleepState, names));
            woken.woken(waker.script, cpu.wakeStep, event.nanos);
        }
    }

    /** A probe tells with which flags the wake-up underway is made. */
    private static void selecting(final RecordedCpu cpu, final Event event) {
        final ScriptWriter woken = cpu.wakee;
        if (woken != null && woken.pid == event.task && cpu.current != null && !event.fromInterrupt()
                && cpu.current.script.step(cpu.wakeStep).wakes()) {
            final Script waker = cpu.current.script;
            final boolean sync = (event.wakeFlags & WakeUp.SYNC) != 0;
            waker.replace(cpu.wakeStep, sync ? Script.Step.SYNC_WAKE : Script.Step.WAKE,
                    waker.argument(cpu.wakeStep));
        }
    }

    private void wokenUp(final RecordedCpu cpu, final Event event) {
        final ScriptWriter woken = living.get(event.task);
        if (woken == null) {
            return;
        }
        if (woken.isAsleep()) { // sched_waking is not recorded
            wakes(cpu, event, woken);
        }
        woken.wakeEnds();
        if (cpu.wakee == woken) {
            cpu.wakee = null;
            if (cpu.current != null && !event.fromInterrupt()) {
                cpu.current.wakeTook(event.nanos - cpu.since);
            }
            cpu.since = event.nanos;
        }
    }

    private void started(final RecordedCpu cpu, final Event event) {
        cpu.charge(event.nanos);
        final ScriptWriter child = fresh(event.task, event.taskComm, event.targetCpu);
        setNice(child, event.taskPrio);
        final ScriptWriter parent = cpu.current;
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

    private static void executed(final RecordedCpu cpu) {
        if (cpu.current != null) {
            cpu.current.script.family = cpu.current.script;
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
        for (final RecordedCpu cpu : cpus) {
            if (cpu != null) {
                cpu.charge(end);
            }
        }
        all.forEach(ScriptWriter::end);
        silent.forEach(cpu -> fresh(ScriptWriter.NOWHERE, 0, cpu).script.goesOn = true);
        handOvers.write();
        return all.stream().map(writer -> writer.script).toList();
    }
}
