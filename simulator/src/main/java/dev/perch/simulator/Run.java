package dev.perch.simulator;

import dev.perch.machines.Machine;
import dev.perch.machines.Variation;
import dev.perch.scheduler.Policy;
import dev.perch.topology.CpuSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

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
 * @param variation what the constants of machine and kernel are taken for
 */
public record Run(Machine machine, CpuSet cpus, Policy policy, Workload workload, int load, long seed,
        Span span, Variation variation) {
    /** How often a run looks whether it has measured enough, nanoseconds. */
    private static final long SLICE = 10_000_000;

    /** A run whose constants are as they stand. */
    public Run(final Machine machine, final CpuSet cpus, final Policy policy, final Workload workload, final int load,
            final long seed, final Span span) {
        this(machine, cpus, policy, workload, load, seed, span, Variation.NONE);
    }

    /** The constants that runs on {@code machine} rest on, as a variation hears of them; a benchmark's own apart. */
    public static List<String> constants(final Machine machine) {
        final Set<String> names = new LinkedHashSet<>();
        final Variation collector = (constant, value) -> {
            names.add(constant);
            return value;
        };
        Hardware.of(machine.varied(collector), new KernelCosts(collector));
        Stream.of(KernelPath.TCP, KernelPath.UDP, KernelPath.PIPE, KernelPath.UNIX)
                .forEach(path -> path.varied(collector));
        return List.copyOf(names);
    }

    /** Makes the run; the same run always gives the same result. */
    public RunResult make() {
        final var simulation = new Simulation(machine, cpus, workload.kernel(policy), seed, variation);
        final Workload.Trial trial = simulation.load(workload.under(policy), load);
        simulation.runUntilUnderway(trial);
        if (!workload.runsToCompletion()) {
            warmUp(simulation, trial);
        }
        simulation.searches.forget();
        final long wakeUpsBefore = simulation.wakeUps;
        final LockStatistics locksBefore = LockStatistics.of(simulation.processors);
        final Switches switchesBefore = Switches.of(simulation.processors);
        if (workload.runsToCompletion()) {
            warmUp(simulation, trial);
        }
        measure(simulation, trial);
        return new RunResult(trial.results(simulation.now), trial.part(), simulation.searches,
                LockStatistics.of(simulation.processors).since(locksBefore),
                Switches.of(simulation.processors).since(switchesBefore),
                simulation.wakeUps - wakeUpsBefore, simulation.wakeUps, simulation.happened());
    }

    private void measure(final Simulation simulation, final Workload.Trial trial) {
        final long end = simulation.now + span.durationNanos();
        final long before = trial.part().done();
        while (simulation.now < end && !trial.isDone() && trial.part().done() - before < span.enough()) {
            simulation.run(Math.min(end, simulation.now + SLICE), trial);
        }
    }

    private void warmUp(final Simulation simulation, final Workload.Trial trial) {
        simulation.run(simulation.now + span.warmUpNanos(), trial);
        trial.warm(simulation.now);
    }
}
