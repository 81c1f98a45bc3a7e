package dev.perch.replay;

import dev.perch.scheduler.RunqueueTable;
import dev.perch.scheduler.fair.LoadAverage;
import java.util.Arrays;

/**
 * The decayed averages of a recording's runqueues and tasks, brought up to date where the kernel does it: when a task
 * is queued, leaves, starts and stops running, and at the ticks of busy CPUs. Between those a CPU's averages stand
 * still, as what wake_affine compares does. A sleeper that moves leaves its share on its old runqueue until that is
 * next brought up to date.
 */
final class Loads {
    private static final int FULL = 1024;
    private static final int ESTIMATE_MARGIN = 10;

    private final RunqueueTable table;
    private final RunqueueLoad[] runqueues;

    Loads(final RunqueueTable table) {
        this.table = table;
        runqueues = new RunqueueLoad[table.domains().topology().size()];
        Arrays.setAll(runqueues, cpu -> new RunqueueLoad());
    }

    /** Brings {@code cpu}'s averages up to {@code now}. */
    void update(final int cpu, final long now) {
        runqueues[cpu].update(now);
        publish(cpu);
    }

    /** Shows placement the averages of {@code cpu} as they stand. */
    void publish(final int cpu) {
        final RunqueueLoad runqueue = runqueues[cpu];
        final LoadAverage average = runqueue.average;
        table.setAverages(cpu, average.loadAvg, (int) average.utilAvg, (int) average.runnableAvg);
        table.setUtilizationEstimate(cpu, runqueue.estimate());
    }

    private static void update(final RecordedTask task, final long now) {
        final int on = task.queuedOn == RecordedTask.NOWHERE ? 0 : 1;
        task.average.update(now, task.weight(), on, on, task.running);
    }

    /** {@code task} joins the runqueue of {@code cpu}; its {@code queuedOn} says so after this call. */
    void enqueue(final RecordedTask task, final int cpu, final long now) {
        if (!task.isFair()) {
            return;
        }
        if (task.loadedOn == cpu) {
            update(task, now);
        }
        update(cpu, now);
        if (task.loadedOn != cpu) {
            leave(task, now);
            attach(task, cpu);
        }
        runqueues[cpu].add(task);
        publish(cpu);
    }

    /** {@code task} leaves its runqueue; its {@code queuedOn} and {@code running} say so after this call. */
    void dequeue(final RecordedTask task, final long now, final boolean asleep) {
        if (!task.isFair()) {
            return;
        }
        final int cpu = task.queuedOn;
        update(task, now);
        update(cpu, now);
        runqueues[cpu].remove(task);
        if (asleep) {
            estimateAnew(task);
        } else {
            detach(task, cpu);
        }
        publish(cpu);
    }

    /** {@code task} gets or loses {@code cpu}; its {@code running} says so after this call. */
    void turn(final RecordedTask task, final int cpu, final boolean gets, final long now) {
        if (task.isFair()) {
            update(task, now);
            update(cpu, now);
            runqueues[cpu].runsFair = gets;
        }
    }

    /** The tick of a CPU that runs {@code task}. */
    void tick(final RecordedTask task, final int cpu, final long now) {
        if (task.isFair()) {
            update(task, now);
            update(cpu, now);
        }
    }

    /** {@code task}, asleep, goes to another CPU: its share stays on the old one for now. */
    void leave(final RecordedTask task, final long now) {
        final int from = task.loadedOn;
        if (from == RecordedTask.NOWHERE) {
            return;
        }
        final RunqueueLoad runqueue = runqueues[from];
        if (runqueue.average.lastUpdate > task.average.lastUpdate) {
            update(task, runqueue.average.lastUpdate);
        }
        runqueue.leaves(task.average);
        if (runqueue.isEmpty()) { // an idle CPU's clock stands still; the kernel makes up for that
            update(task, now);
        }
        task.loadedOn = RecordedTask.NOWHERE;
    }

    private void attach(final RecordedTask task, final int cpu) {
        runqueues[cpu].average.attach(task.average, task.weight());
        task.loadedOn = cpu;
    }

    private void detach(final RecordedTask task, final int cpu) {
        if (task.loadedOn == cpu) {
            runqueues[cpu].average.detach(task.average, task.weight());
            task.loadedOn = RecordedTask.NOWHERE;
        }
    }

    private static void estimateAnew(final RecordedTask task) {
        final int used = (int) task.average.utilAvg;
        final int before = task.utilizationEstimate;
        if (before <= used) {
            task.utilizationEstimate = used;
        } else if (before - used >= ESTIMATE_MARGIN && used + ESTIMATE_MARGIN >= task.average.runnableAvg) {
            task.utilizationEstimate = before - (before - used >> 2);
        }
    }

    /** What a new task starts with on {@code cpu}: its weight as load, half the CPU's spare capacity at most. */
    void start(final RecordedTask task, final int cpu, final long now) {
        update(cpu, now);
        final LoadAverage runqueue = runqueues[cpu].average;
        final long most = Math.max(0, FULL - runqueue.utilAvg) / 2;
        final long share = runqueue.utilAvg * task.weight() / (runqueue.loadAvg + 1);
        set(task, task.weight(), runqueue.utilAvg == 0 ? most : Math.min(most, share), now);
    }

    /** Assumes that {@code task}, first met, has been using its CPU by {@code utilization}, 0..1024. */
    void assume(final RecordedTask task, final long utilization, final long now) {
        set(task, utilization * task.weight() / FULL, utilization, now);
        task.utilizationEstimate = (int) utilization;
    }

    /** Like {@link #assume}, of a sleeper whose share is still with {@code cpu}. */
    void assumeAsleep(final RecordedTask task, final int cpu, final long utilization, final long now) {
        assume(task, utilization, now);
        update(cpu, now);
        attach(task, cpu);
        publish(cpu);
    }

    private static void set(final RecordedTask task, final long load, final long utilization, final long now) {
        final LoadAverage average = task.average;
        final int divider = average.divider();
        average.lastUpdate = now & ~1023;
        average.loadAvg = load;
        average.loadSum = load * divider / task.weight();
        average.utilAvg = utilization;
        average.utilSum = utilization * divider;
        average.runnableAvg = utilization;
        average.runnableSum = utilization * divider;
        task.known = true;
    }

    /** Takes the utilisation that a probe read from {@code task} at its selection. */
    static void correct(final RecordedTask task, final int utilization) {
        task.average.utilAvg = utilization;
        task.average.utilSum = (long) utilization * task.average.divider();
    }

    /** What balance takes for the utilisation of {@code cpu} at {@code now}, 0..1024. */
    int utilization(final int cpu, final long now) {
        update(cpu, now);
        return (int) Math.min(FULL, Math.max(runqueues[cpu].average.utilAvg, runqueues[cpu].estimate()));
    }
}
