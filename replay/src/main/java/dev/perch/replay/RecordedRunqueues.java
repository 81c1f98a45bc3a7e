package dev.perch.replay;

import dev.perch.scheduler.RunqueueTable;
import dev.perch.scheduler.WakeUp;
import dev.perch.topology.CpuSet;
import dev.perch.topology.SchedDomains;
import java.util.Arrays;

/**
 * Who runs, who is queued and to where wake-ups are underway, on each CPU of a recording, kept up in a
 * {@link RunqueueTable} that placement reads. Every CPU idles until the recording says otherwise.
 */
final class RecordedRunqueues {
    private final RunqueueTable table;
    private final Loads loads;
    private final IdleTimes idleTimes;
    private final RecordedTask[] current;
    private final RecordedTask[] idleTask;
    private final RecordedTask[][] queue; // by CPU, in no order
    private final int[] length;
    private final int[] pending;
    private final CpuSet cpus;
    private long lastJiffy;

    RecordedRunqueues(final SchedDomains domains) {
        table = new RunqueueTable(domains);
        loads = new Loads(table);
        idleTimes = new IdleTimes(table);
        cpus = domains.topology().cpus();
        final int size = domains.topology().size();
        current = new RecordedTask[size];
        idleTask = new RecordedTask[size];
        queue = new RecordedTask[size][4];
        length = new int[size];
        pending = new int[size];
        for (int cpu = 0; cpu < size; cpu++) {
            idleTask[cpu] = new RecordedTask(RecordedTask.IDLE_PID, cpus);
            idleTask[cpu].cpu = cpu;
            current[cpu] = idleTask[cpu];
        }
    }

    /** What placement reads. */
    RunqueueTable table() {
        return table;
    }

    /** The decayed averages. */
    Loads loads() {
        return loads;
    }

    /** How long CPUs idle. */
    IdleTimes idleTimes() {
        return idleTimes;
    }

    /** The task that runs on {@code cpu}; its idle task where it idles. */
    RecordedTask current(final int cpu) {
        return current[cpu];
    }

    /** The idle task of {@code cpu}. */
    RecordedTask idleTask(final int cpu) {
        return idleTask[cpu];
    }

    /** How many tasks {@code cpu} runs or holds. */
    int length(final int cpu) {
        return length[cpu];
    }

    /** Lets every busy CPU's tick come that is due by {@code now}; false where none is. */
    boolean ticks(final long now) {
        final long jiffy = now / WakeUp.TICK_NANOS;
        if (jiffy == lastJiffy) {
            return false;
        }
        lastJiffy = jiffy;
        for (int cpu = cpus.first(); cpu >= 0; cpu = cpus.next(cpu + 1)) {
            if (!current[cpu].isIdleTask()) {
                loads.tick(current[cpu], cpu, jiffy * WakeUp.TICK_NANOS);
            }
        }
        return true;
    }

    /** {@code task} becomes runnable on {@code cpu}, from wherever it was. */
    void enqueue(final RecordedTask task, final int cpu, final long now) {
        if (task.queuedOn == cpu) {
            return;
        }
        if (task.queuedOn != RecordedTask.NOWHERE) {
            dequeue(task, now, false);
        }
        if (length[cpu] == 0 && current[cpu].isIdleTask()) {
            idleTimes.ended(cpu, now);
        }
        loads.enqueue(task, cpu, now);
        task.queuedOn = cpu;
        task.cpu = cpu;
        task.isNew = false;
        add(cpu, task);
        publish(cpu);
    }

    /** {@code task} is no longer runnable on its CPU: it sleeps, or goes to another. */
    void dequeue(final RecordedTask task, final long now, final boolean asleep) {
        final int cpu = task.queuedOn;
        loads.dequeue(task, now, asleep);
        task.queuedOn = RecordedTask.NOWHERE;
        remove(cpu, task);
        publish(cpu);
    }

    private void add(final int cpu, final RecordedTask task) {
        if (length[cpu] == queue[cpu].length) {
            queue[cpu] = Arrays.copyOf(queue[cpu], length[cpu] * 2);
        }
        queue[cpu][length[cpu]++] = task;
    }

    private void remove(final int cpu, final RecordedTask task) {
        final RecordedTask[] tasks = queue[cpu];
        int i = 0;
        while (tasks[i] != task) {
            i++;
        }
        tasks[i] = tasks[--length[cpu]];
        tasks[length[cpu]] = null;
    }

    /** A wake-up of {@code task} is underway to {@code cpu}. */
    void pend(final RecordedTask task, final int cpu) {
        unpend(task);
        task.pendingOn = cpu;
        pending[cpu]++;
        publish(cpu);
    }

    /** No wake-up of {@code task} is underway. */
    void unpend(final RecordedTask task) {
        final int cpu = task.pendingOn;
        if (cpu != RecordedTask.NOWHERE) {
            task.pendingOn = RecordedTask.NOWHERE;
            pending[cpu]--;
            publish(cpu);
        }
    }

    /** {@code cpu} turns from its current task, which stays runnable or sleeps, to {@code next}. */
    void turn(final int cpu, final boolean staysRunnable, final RecordedTask next, final long now) {
        final RecordedTask last = current[cpu];
        if (last.queuedOn == cpu) {
            if (!staysRunnable) {
                dequeue(last, now, true);
            }
            loads.turn(last, cpu, false, now);
        }
        last.running = false;
        if (next.isIdleTask()) {
            clear(cpu, now);
            current[cpu] = next;
        } else {
            if (next.pendingOn == cpu) {
                unpend(next);
            }
            enqueue(next, cpu, now);
            loads.turn(next, cpu, true, now);
            next.running = true;
            current[cpu] = next;
        }
        publish(cpu);
    }

    /** Not the current task of {@code cpu} but {@code task} is found to run there. */
    void replace(final int cpu, final RecordedTask task, final long now) {
        final RecordedTask wrong = current[cpu];
        if (wrong.queuedOn == cpu) {
            loads.turn(wrong, cpu, false, now);
            dequeue(wrong, now, false);
        }
        wrong.running = false;
        current[cpu] = idleTask[cpu];
        if (task.isIdleTask()) {
            publish(cpu);
        } else {
            turn(cpu, false, task, now);
        }
    }

    /** A CPU that idles holds no task: delayed dequeues have happened, and what seemed queued was not. */
    private void clear(final int cpu, final long now) {
        while (length[cpu] > 0) {
            dequeue(queue[cpu][0], now, true);
        }
        table.setIdleState(cpu, now, -1);
    }

    /** Shows placement {@code cpu} as it is believed to be. */
    void show(final int cpu) {
        publish(cpu);
        loads.publish(cpu);
    }

    private void publish(final int cpu) {
        table.setPending(cpu, pending[cpu] > 0);
        table.setNrRunning(cpu, length[cpu], 0);
        table.setRunsIdleTask(cpu, current[cpu].isIdleTask());
    }
}
