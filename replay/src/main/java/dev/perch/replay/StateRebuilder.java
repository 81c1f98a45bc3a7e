package dev.perch.replay;

import dev.perch.scheduler.WakeUp;
import dev.perch.topology.CpuSet;
import dev.perch.topology.SchedDomain;
import dev.perch.topology.SchedDomains;
import dev.perch.traces.Event;
import dev.perch.traces.EventSink;
import dev.perch.traces.Names;
import dev.perch.traces.TaskState;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.Arrays;

/**
 * Rebuilds the scheduler's state from a recording's events, one after another, and tells a sink each selection when
 * the state is what it was at the selection's return: other CPUs change during the search, and by then the kernel has
 * seen most of that. Nothing is used that is recorded later, but who emits a wake-up's end ({@link Outcomes}).
 */
final class StateRebuilder implements EventSink {
    private static final long UNKNOWN = Long.MIN_VALUE;

    private final SchedDomains domains;
    private final CpuSet cpus;
    private final RecordedRunqueues runqueues;
    private final SilentCpus silent;
    private final Outcomes outcomes;
    private final Names names;
    private final SelectionSink sink;
    private final Int2ObjectOpenHashMap<RecordedTask> tasks = new Int2ObjectOpenHashMap<>();
    private final Selection[] open; // by CPU: the selection underway
    private final boolean[] isOpen;
    private final long[] charged; // by CPU: up to when its current task's time has been told
    private int wakeUps;

    StateRebuilder(final RecordedRunqueues runqueues, final SilentCpus silent, final Outcomes outcomes,
            final Names names, final SelectionSink sink) {
        this.runqueues = runqueues;
        this.silent = silent;
        this.outcomes = outcomes;
        this.names = names;
        this.sink = sink;
        domains = runqueues.table().domains();
        cpus = domains.topology().cpus();
        final int size = domains.topology().size();
        open = new Selection[size];
        Arrays.setAll(open, cpu -> new Selection());
        isOpen = new boolean[size];
        charged = new long[size];
        Arrays.fill(charged, UNKNOWN);
    }

    @Override
    public void event(final Event event) {
        final int cpu = event.cpu;
        final long now = event.nanos;
        if (runqueues.ticks(now)) {
            tick(now / WakeUp.TICK_NANOS * WakeUp.TICK_NANOS);
        }
        switch (event.kind) {
            case LOST, CUT -> lost(cpu);
            case SWITCH -> turn(event);
            default -> {
                if (event.pid >= 0) {
                    silent.spoke(cpu, task(event.pid, event.comm, cpu), now);
                }
                follow(event);
            }
        }
    }

    private void tick(final long now) {
        for (int cpu = cpus.first(); cpu >= 0; cpu = cpus.next(cpu + 1)) {
            final RecordedTask task = runqueues.current(cpu);
            if (!task.isIdleTask()) {
                charge(cpu, now);
                sink.ticked(cpu, task, now);
            }
        }
    }

    /** The current task of {@code cpu} has had it until now. */
    private void charge(final int cpu, final long now) {
        if (charged[cpu] != UNKNOWN && now > charged[cpu]) {
            sink.ran(cpu, runqueues.current(cpu), now - charged[cpu], now);
        }
        charged[cpu] = Math.max(charged[cpu], now);
    }

    private void follow(final Event event) {
        switch (event.kind) {
            case WAKING -> waking(event);
            case WAKEUP -> wokenUp(event);
            case WAKEUP_NEW -> started(event);
            case MIGRATE -> migrated(event);
            case FORK -> forked(event);
            case EXEC -> task(event.pid, event.cpu).family = new Family();
            case EXIT -> task(event.task, event.cpu).exiting = true;
            case SELECT -> selecting(event);
            case SELECTED -> selected(event);
            default -> {
            }
        }
    }

    /** The task of this pid; the idle task of {@code cpu} for pid 0. */
    private RecordedTask task(final int pid, final int cpu) {
        if (pid == RecordedTask.IDLE_PID) {
            return runqueues.idleTask(cpu);
        }
        RecordedTask task = tasks.get(pid);
        if (task == null) {
            task = new RecordedTask(pid, cpus);
            tasks.put(pid, task);
        }
        return task;
    }

    /** The same, of an event that tells its name. */
    private RecordedTask task(final int pid, final int comm, final int cpu) {
        final RecordedTask task = task(pid, cpu);
        if (task.family == null && !task.isIdleTask() && !BoundThreads.isKernels(names, comm)) {
            task.family = new Family();
        }
        return task;
    }

    private void lost(final int cpu) {
        silent.lost(cpu);
        isOpen[cpu] = false;
        charged[cpu] = UNKNOWN;
    }

    private void turn(final Event event) {
        final RecordedTask last = task(event.prevPid, event.prevComm, event.cpu);
        final RecordedTask next = task(event.task, event.taskComm, event.cpu);
        silent.spoke(event.cpu, last, event.nanos);
        if (!last.isIdleTask()) {
            charge(event.cpu, event.nanos);
        }
        charged[event.cpu] = event.nanos;
        if (!next.isIdleTask() && next.queuedOn == RecordedTask.NOWHERE) {
            next.setPriority(event.taskPrio);
        }
        if (!TaskState.isRunnable(event.prevState)) {
            last.sleepState = event.prevState;
        }
        runqueues.turn(event.cpu, TaskState.isRunnable(event.prevState), next, event.nanos);
        if (next.isIdleTask()) {
            sink.idle(event.cpu);
        }
    }

    private void waking(final Event event) {
        final RecordedTask wakee = task(event.task, event.taskComm, event.cpu);
        final int number = wakeUps++;
        wakee.handedOver = outcomes.isHandedOver(number);
        if (wakee.queuedOn == RecordedTask.NOWHERE) {
            wakee.setPriority(event.taskPrio);
        }
        if (!outcomes.isProbed() && !BoundThreads.isBound(names, event.taskComm)) {
            selectUnprobed(event, wakee, outcomes.placed(number));
        }
        if (wakee.handedOver) {
            runqueues.pend(wakee, event.targetCpu);
        } else if (!outcomes.areEndsTold() && outcomes.placed(number) >= 0) {
            runqueues.enqueue(wakee, outcomes.placed(number), event.nanos);
        }
    }

    private void wokenUp(final Event event) {
        final RecordedTask wakee = task(event.task, event.cpu);
        runqueues.unpend(wakee);
        runqueues.enqueue(wakee, event.targetCpu, event.nanos);
        wakee.handedOver = false;
    }

    private void started(final Event event) {
        final RecordedTask child = task(event.task, event.cpu);
        runqueues.loads().start(child, event.targetCpu, event.nanos);
        runqueues.enqueue(child, event.targetCpu, event.nanos);
    }

    private void migrated(final Event event) {
        final RecordedTask task = task(event.task, event.cpu);
        if (task.queuedOn == RecordedTask.NOWHERE) {
            runqueues.loads().leave(task, event.nanos);
            if (task.handedOver) {
                runqueues.pend(task, event.targetCpu);
            }
        } else if (task.queuedOn != event.targetCpu) {
            runqueues.enqueue(task, event.targetCpu, event.nanos);
        }
        task.cpu = event.targetCpu;
    }

    private void forked(final Event event) {
        final RecordedTask old = tasks.get(event.task);
        if (old != null && old.queuedOn != RecordedTask.NOWHERE) {
            return; // the child has been seen to run: the stamps of two CPUs differ by a little
        }
        if (old != null) {
            runqueues.unpend(old);
        }
        final var child = new RecordedTask(event.task, cpus);
        child.inherit(task(event.pid, event.cpu));
        child.isNew = true;
        tasks.put(event.task, child);
    }

    private void selecting(final Event event) {
        final RecordedTask wakee = task(event.task, event.cpu);
        runqueues.unpend(wakee);
        meet(wakee, event);
        wakee.cpu = event.originCpu;
        wakee.recentCpu = cpus.contains(event.recentCpu) ? event.recentCpu : event.originCpu;
        wakee.wakeeFlips = event.flips;
        wakee.setAllowed(allowed(event.originCpu, event.allowed));
        fill(event, wakee, event.wakeFlags);
        isOpen[event.cpu] = true;
        keepAvailable(open[event.cpu]);
    }

    private void meet(final RecordedTask wakee, final Event event) {
        if ((event.wakeFlags & WakeUp.FORK) != 0) {
            return;
        }
        if (!wakee.known && wakee.queuedOn == RecordedTask.NOWHERE) {
            runqueues.loads().assumeAsleep(wakee, event.originCpu, event.util, event.nanos);
        }
        Loads.correct(wakee, event.util);
    }

    private void fill(final Event event, final RecordedTask wakee, final int flags) {
        final WakeUp wakeUp = open[event.cpu].wakeUp;
        wakeUp.wakee = wakee;
        wakeUp.waker = runqueues.current(event.cpu);
        wakeUp.cpu = event.cpu;
        wakeUp.inInterrupt = event.fromInterrupt();
        wakeUp.flags = flags;
    }

    private void keepAvailable(final Selection selection) {
        final int words = cpus.wordCount();
        if (selection.availableBefore.length < words) {
            selection.availableBefore = new long[words];
        }
        for (int word = 0; word < words; word++) {
            selection.availableBefore[word] = runqueues.table().availableIdle(word);
        }
    }

    /** The CPUs that a task may use which may use {@code count} of them: all, or those of a domain around it. */
    private CpuSet allowed(final int prev, final int count) {
        if (count < cpus.size()) {
            for (final SchedDomain domain : domains.domains(prev)) {
                if (domain.span().size() == count) {
                    return domain.span();
                }
            }
        }
        return cpus;
    }

    private void selected(final Event event) {
        if (!isOpen[event.cpu]) {
            return;
        }
        isOpen[event.cpu] = false;
        decide(open[event.cpu], event.targetCpu, event.nanos);
        final RecordedTask wakee = open[event.cpu].wakee();
        if (wakee.handedOver && event.targetCpu == wakee.cpu) {
            runqueues.pend(wakee, event.targetCpu);
        }
    }

    private void selectUnprobed(final Event event, final RecordedTask wakee, final int placed) {
        if (wakee.queuedOn != RecordedTask.NOWHERE || wakee.pendingOn != RecordedTask.NOWHERE || placed < 0) {
            return; // it was still runnable: no CPU was selected; or nobody knows which
        }
        wakee.cpu = event.targetCpu;
        keepAvailable(open[event.cpu]);
        fill(event, wakee, WakeFlags.guessed(event, wakee.sleepState, names));
        decide(open[event.cpu], placed, event.nanos);
    }

    private void decide(final Selection selection, final int answer, final long now) {
        selection.answer = answer;
        selection.wakeUp.nowNanos = now;
        selection.isProbed = outcomes.isProbed();
        final RecordedTask waker = selection.waker();
        if (!selection.isProbed) {
            waker.believeInherited();
            selection.wakee().believeInherited();
        }
        waker.publish();
        selection.wakee().publish();
        final long halvedBefore = waker.wakeeFlipsDecayed;
        sink.selected(selection);
        if (waker.wakeeFlipsDecayed != halvedBefore) {
            waker.halved();
        }
    }

    /** How many wake-ups began. */
    int wakeUps() {
        return wakeUps;
    }
}
