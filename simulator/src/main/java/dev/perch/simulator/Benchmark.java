package dev.perch.simulator;

import java.util.ServiceLoader;

/**
 * A kind of workload that {@code --workload NAME:OPTION=VALUE,…} names. Found through {@link ServiceLoader}, ours and a
 * user's own alike.
 */
public interface Benchmark {
    /** What selects it: {@code hackbench}. */
    String name();

    /** What it does and which options it takes, in a line. */
    String about();

    /** The workload that these options ask for; fails by {@link Options} where one is unknown or makes no sense. */
    Workload configured(Options options);
}
