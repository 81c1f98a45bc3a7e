package dev.perch.simulator;

import dev.perch.machines.Machine;
import dev.perch.scheduler.Policy;
import dev.perch.topology.CpuSet;

/**
 * One run to make: everything that its result depends on.
 *
 * @param machine  where
 * @param cpus     the CPUs that the workload is bound to
 * @param policy   under which kernel
 * @param workload what runs
 * @param load     how much of it, 1 upwards
 * @param seed     the seed of the run's generator
 * @param span     how long
 */
public record Run(Machine machine, CpuSet cpus, Policy policy, Workload workload, int load, long seed,
        Span span) {

    /** Makes the run; the same run always gives the same result. */
    public RunResult make() {
        final var simulation = new Simulation(machine, cpus, workload.kernel(policy), seed);
        final Workload.Trial trial = simulation.load(workload.under(policy), load);
        simulation.runUntilUnderway(trial);
        simulation.run(simulation.now + span.warmUpNanos(), trial);
        trial.warm(simulation.now);
        simulation.searches.forget();
        final long wakeUpsBefore = simulation.wakeUps;
        final LockStatistics locksBefore = LockStatistics.of(simulation.processors);
        simulation.run(simulation.now + span.durationNanos(), trial);
        return new RunResult(trial.results(simulation.now), simulation.searches,
                LockStatistics.of(simulation.processors).since(locksBefore),
                simulation.wakeUps - wakeUpsBefore, simulation.wakeUps, simulation.happened());
    }
}
