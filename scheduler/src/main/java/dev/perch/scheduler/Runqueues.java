package dev.perch.scheduler;

/**
 * What placement reads of the runqueues, and the little it writes: the one narrow interface between the engine and
 * its drivers. In virtual time the state stands still while a decision is made; in the runtime it changes under it,
 * so every answer may be stale by the time the next is read, as in the kernel.
 *
 * <p>Masks are read by words of 64 CPUs; word {@code w} holds CPUs {@code 64*w} upwards. LLCs are numbered as in
 * {@link dev.perch.topology.SchedDomains#llcs}. What only some policies read has a neutral default.
 */
public interface Runqueues {
    /** CPUs that are idle and may take a task at once (available_idle_cpu). */
    long availableIdle(int word);

    /** CPUs that run, and hold, only SCHED_IDLE tasks (sched_idle_cpu). */
    long schedIdle(int word);

    /** CPUs that a wakee would find free: {@link #availableIdle} or {@link #schedIdle}. */
    default long free(final int word) {
        return availableIdle(word) | schedIdle(word);
    }

    /** All CPUs of those cores whose every SMT sibling is available idle. */
    long idleCores(int word);

    /** How many tasks are runnable on {@code cpu}, delayed dequeues included. */
    int nrRunning(int cpu);

    /** The decayed average load of {@code cpu}, 0 upwards. */
    long load(int cpu);

    /** The decayed average utilisation of {@code cpu}, 0..1024. */
    int utilization(int cpu);

    /** How many runqueues a search of LLC {@code llc} may examine (nr_idle_scan). */
    int nrIdleScan(int llc);

    /** Sets what {@link #nrIdleScan} answers; for drivers that balance. */
    default void setNrIdleScan(final int llc, final int limit) {}

    /** Whether LLC {@code llc} is believed to have an idle core. */
    boolean hasIdleCores(int llc);

    /** Records whether LLC {@code llc} is believed to have an idle core. */
    void setHasIdleCores(int llc, boolean has);

    /** 0 where a wakee would find {@code cpu} free, above 0 where not: to be combined with other conditions. */
    default int taken(final int cpu) {
        return isFree(cpu) ? 0 : 1;
    }

    /** Whether a wakee would find {@code cpu} free. */
    default boolean isFree(final int cpu) {
        return (free(cpu >> 6) >>> cpu & 1) != 0;
    }

    /** Whether {@code cpu} is idle and may take a task at once. */
    default boolean isAvailableIdle(final int cpu) {
        return (availableIdle(cpu >> 6) >>> cpu & 1) != 0;
    }

    /** Whether {@code cpu} runs, and holds, only SCHED_IDLE tasks. */
    default boolean isSchedIdle(final int cpu) {
        return (schedIdle(cpu >> 6) >>> cpu & 1) != 0;
    }

    /**
     * Whether {@code cpu} runs its idle task and has no wake-up underway, whatever it holds (idle_cpu_without).
     */
    default boolean runsIdleTask(final int cpu) {
        return isAvailableIdle(cpu);
    }

    /** How many of {@link #nrRunning} only wait to be dequeued (since 6.12). */
    default int nrDelayed(final int cpu) {
        return 0;
    }

    /** The estimated utilisation of {@code cpu}'s runnable tasks, 0 upwards. */
    default int utilizationEstimate(final int cpu) {
        return 0;
    }

    /** The decayed average of runnable tasks on {@code cpu}, 1024 a task. */
    default int runnable(final int cpu) {
        return 0;
    }

    /** The capacity left to fair tasks on {@code cpu}, 1..1024. */
    default int capacity(final int cpu) {
        return 1024;
    }

    /** When {@code cpu} last went idle, nanoseconds. */
    default long idleSince(final int cpu) {
        return 0;
    }

    /** The exit latency of the idle state that {@code cpu} is in, microseconds; -1 where it is in none. */
    default int exitLatencyMicros(final int cpu) {
        return -1;
    }

    /** What SIS_PROP keeps of the idle times and scans of {@code cpu}; null for a driver that has no SIS_PROP. */
    default ScanCost scanCost(final int cpu) {
        return null;
    }

    /** How long a scan that examined {@code examined} runqueues took, nanoseconds: what SIS_PROP measures. */
    default long scanNanos(final int examined) {
        return 0;
    }

    /** How long a task on {@code cpu} lately ran until it slept, nanoseconds; 0 where the driver does not tell. */
    default long meanRunNanos(final int cpu) {
        return 0;
    }

    /**
     * What it lately cost to wake an idle CPU from {@code cpu}, nanoseconds: the waker's time and the time until the
     * wakee ran; 0 where the driver does not tell.
     */
    default long wakeCostNanos(final int cpu) {
        return 0;
    }
}
