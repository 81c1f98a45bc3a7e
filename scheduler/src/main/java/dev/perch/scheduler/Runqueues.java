package dev.perch.scheduler;

/**
 * What placement reads of the runqueues, and the little it writes: the one narrow interface between the engine and
 * its drivers. In virtual time the state stands still while a decision is made; in the runtime it changes under it,
 * so every answer may be stale by the time the next is read, as in the kernel.
 *
 * <p>Masks are read by words of 64 CPUs; word {@code w} holds CPUs {@code 64*w} upwards. LLCs are numbered as in
 * {@link dev.perch.topology.Topology#llcs}.
 */
public interface Runqueues {
    /** CPUs that are idle and may take a task at once (available_idle_cpu). */
    long availableIdle(int word);

    /** CPUs that run, and hold, only SCHED_IDLE tasks (sched_idle_cpu). */
    long schedIdle(int word);

    /** All CPUs of those cores whose every SMT sibling is available idle. */
    long idleCores(int word);

    /** How many tasks are runnable on {@code cpu}, delayed dequeues included. */
    int nrRunning(int cpu);

    /** How many of {@link #nrRunning} only wait to be dequeued (since 6.12). */
    int nrDelayed(int cpu);

    /** The decayed average load of {@code cpu}, 0 upwards. */
    long load(int cpu);

    /** The decayed average utilisation of {@code cpu}, 0..1024. */
    int utilization(int cpu);

    /** The estimated utilisation of {@code cpu}'s runnable tasks, 0 upwards. */
    int utilizationEstimate(int cpu);

    /** The decayed average of runnable tasks on {@code cpu}, 1024 a task. */
    int runnable(int cpu);

    /** The capacity left to fair tasks on {@code cpu}, 0..1024. */
    int capacity(int cpu);

    /** When {@code cpu} last went idle, nanoseconds. */
    long idleSince(int cpu);

    /** The exit latency of the idle state that {@code cpu} is in, microseconds; -1 where it is in none. */
    int exitLatencyMicros(int cpu);

    /** How many runqueues a search of LLC {@code llc} may examine (nr_idle_scan). */
    int nrIdleScan(int llc);

    /** Whether LLC {@code llc} is believed to have an idle core. */
    boolean hasIdleCores(int llc);

    /** Records whether LLC {@code llc} is believed to have an idle core. */
    void setHasIdleCores(int llc, boolean has);

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
