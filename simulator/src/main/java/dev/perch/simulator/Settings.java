package dev.perch.simulator;

/**
 * How runs are made. The defaults of every verb that makes runs stand here, and in the workload's {@link Span}.
 *
 * @param runs runs a cell, 1 upwards
 * @param seed the first run's seed; each further run's is one more
 * @param span how long each is
 */
public record Settings(int runs, long seed, Span span) {
    /** For one table: as many as bring a mean within half a percent where runs differ by one by their start. */
    public static final int RUNS = 5;
    /** For each of hundreds of rows: three, as the published tables' standard deviations need at least. */
    public static final int RUNS_OF_A_STUDY = 3;
    /** Any number will do; this one is everybody's. */
    public static final long SEED = 1;
}
