package dev.perch.report.study;

import dev.perch.topology.CpuSet;
import dev.perch.topology.Topology;
import java.util.function.ToIntBiFunction;

/**
 * What a row's benchmark is in Perch.
 *
 * @param workload the workload with its options, as {@code --workload} takes it
 * @param load     how much of it, given the machine and the CPUs that it is bound to
 * @param reading  which of its figures the row prints
 */
record Drive(String workload, ToIntBiFunction<Topology, CpuSet> load, Reading reading) {
    /** The same load on any machine. */
    Drive(final String workload, final int load, final Reading reading) {
        this(workload, (topology, cpus) -> load, reading);
    }
}
