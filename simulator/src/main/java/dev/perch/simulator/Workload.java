package dev.perch.simulator;

/** Drives tasks: a benchmark, an rt-app file, a recording. */
public interface Workload {
    /** The name with its options: {@code hackbench:ipc=sockets}. */
    String name();
}
