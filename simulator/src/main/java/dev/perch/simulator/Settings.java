package dev.perch.simulator;

/**
 * How runs are made. The defaults of every verb that makes runs stand here.
 *
 * @param runs          runs a cell, 1 upwards
 * @param seed          the first run's seed; each further run's is one more
 * @param warmUpNanos   virtual time before measuring: tasks spread, averages settle
 * @param durationNanos virtual time measured
 */
public record Settings(int runs, long seed, long warmUpNanos, long durationNanos) {
    /** Three runs, as the published tables' standard deviations need at least. */
    public static final int RUNS = 3;
    /** Any number will do; this one is everybody's. */
    public static final long SEED = 1;
    /** Several half-lives of the load averages (32 ms), a few periods of balance. */
    public static final long WARM_UP_MILLIS = 150;
    /** Long enough for some ten thousand turns of a pair; short enough for a table in a minute. */
    public static final long DURATION_MILLIS = 350;
}
