package dev.perch.report.study;

import dev.perch.topology.CpuSet;
import java.util.function.Function;

/**
 * What a row's benchmark is in Perch.
 *
 * @param workload the workload with its options, as {@code --workload} takes it, given the CPUs that it is bound to
 * @param load     how much of it
 * @param reading  which of its figures the row prints
 */
record Drive(Function<CpuSet, String> workload, int load, Reading reading) {
    /** The same workload on any machine. */
    Drive(final String workload, final int load, final Reading reading) {
        this(cpus -> workload, load, reading);
    }
}
