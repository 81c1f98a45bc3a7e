package dev.perch.report.study;

import dev.perch.machines.Machine;
import dev.perch.scheduler.Policy;
import dev.perch.simulator.Run;
import dev.perch.simulator.Settings;
import dev.perch.simulator.Workload;
import dev.perch.topology.CpuSet;

/**
 * One cell to simulate, which many rows may read different figures of.
 *
 * @param machine  where
 * @param cpus     the CPUs that it is bound to
 * @param workload what runs
 * @param load     how much of it
 * @param policy   under which kernel
 * @param model    with which constants
 */
record Experiment(Machine machine, CpuSet cpus, Workload workload, int load, Policy policy, Model model) {
    /** Its run number {@code number}, from 0. */
    Run run(final Settings settings, final int number) {
        return new Run(machine, cpus, policy, workload, load, settings.seed() + number, settings.span(),
                model.variation());
    }

    /** What tells it from others in one table. */
    String key() {
        return String.join(" ", machine.name(), cpus.toString(), workload.name(), Integer.toString(load),
                policy.name()) + model.suffix();
    }
}
