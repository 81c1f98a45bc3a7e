package dev.perch.simulator;

/**
 * Drives tasks: a benchmark, an rt-app file, a recording. Immutable; each run starts it anew.
 */
public interface Workload {
    /** The name with its options: {@code hackbench:ipc=sockets}. */
    String name();

    /** What the table calls this case: {@code TCP_RR}, {@code process-pipe}. */
    String caseName();

    /** How large the machine's load at one unit is, and what the figure of a load counts: {@code clients}. */
    String loadUnit();

    /** The figure it is judged by. */
    Metric metric();

    /**
     * Creates its tasks in {@code world} at a load of {@code load} units.
     *
     * @param load 1 upwards
     */
    Trial start(World world, int load);

    /** A workload in one run. */
    interface Trial {
        /** Warm-up has ended at {@code nowNanos}: measure from here. */
        void warm(long nowNanos);

        /** Whether there is nothing left to measure. */
        default boolean isDone() {
            return false;
        }

        /** The metric's value from the end of warm-up to {@code nowNanos}. */
        double result(long nowNanos);
    }
}
