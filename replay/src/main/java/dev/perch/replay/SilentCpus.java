package dev.perch.replay;

import dev.perch.topology.CpuSet;

/**
 * The CPUs from which no event has come yet. Such a CPU idles, or runs one task that never pauses; the trace alone
 * does not tell. Schedstat counters taken before and after a recording tell it, where there are any; else it is
 * believed to idle until the kernel is seen to pass over it in a search that would have taken it, and believed to idle
 * again when the kernel takes it.
 */
final class SilentCpus {
    private static final int FULL = 1024;

    private final RecordedRunqueues runqueues;
    private final boolean[] spoke;
    private int spoken;

    SilentCpus(final RecordedRunqueues runqueues) {
        this.runqueues = runqueues;
        spoke = new boolean[runqueues.table().domains().topology().size()];
    }

    /** Whether no event has come from {@code cpu} yet. */
    boolean isSilent(final int cpu) {
        return !spoke[cpu];
    }

    /** Whether {@code cpu} is silent and believed to run a task. */
    boolean isBelievedBusy(final int cpu) {
        return !spoke[cpu] && !runqueues.current(cpu).isIdleTask();
    }

    /** The silent CPUs {@code cpus} run a task each. */
    void believeBusy(final CpuSet cpus, final long now) {
        cpus.forEach(cpu -> believeBusy(cpu, now));
    }

    /** {@code cpu} runs a task that has been running for long. */
    void believeBusy(final int cpu, final long now) {
        if (isSilent(cpu) && runqueues.current(cpu).isIdleTask()) {
            final var nobody = new RecordedTask(RecordedTask.NOBODY, runqueues.table().domains().topology().cpus());
            runqueues.loads().assume(nobody, FULL, now);
            runqueues.replace(cpu, nobody, now);
        }
    }

    /** {@code cpu} idles. */
    void believeIdle(final int cpu, final long now) {
        if (isBelievedBusy(cpu)) {
            runqueues.replace(cpu, runqueues.idleTask(cpu), now);
        }
    }

    /** An event came from {@code cpu}, which shows that {@code task} runs there. */
    void spoke(final int cpu, final RecordedTask task, final long now) {
        if (!spoke[cpu]) {
            spoke[cpu] = true;
            spoken++;
            if (!task.known && runqueues.current(cpu).pid == RecordedTask.NOBODY) {
                runqueues.loads().assume(task, FULL, now);
            }
        }
        if (runqueues.current(cpu) != task) {
            runqueues.replace(cpu, task, now);
        }
    }

    /** Events of {@code cpu} were lost: what it does is unknown until its next event. */
    void lost(final int cpu) {
        if (spoke[cpu]) {
            spoke[cpu] = false;
            spoken--;
        }
    }

    /** How many CPUs have spoken. */
    int spoken() {
        return spoken;
    }
}
