package dev.perch.simulator;

import dev.perch.scheduler.AddressSpace;
import dev.perch.topology.CpuSet;
import dev.perch.topology.Distance;

/** What a workload sees of a run: it creates tasks, starts the first of them, and draws its chances. */
public interface World {
    /** The CPUs that the run is bound to. */
    CpuSet cpus();

    /** The clock, nanoseconds; where it stands at the start of a run means nothing. */
    long now();

    /**
     * A task that does not run yet.
     *
     * @param space          the address space it runs in; tasks of one process share it
     * @param workingSet     bytes of its own that it touches between two sleeps, and misses after a move
     * @param behavior       what it does
     */
    SimulatedTask task(AddressSpace space, int workingSet, Behavior behavior);

    /** {@code bytes} of data that one task works on. */
    DataSet data(int bytes);

    /** Starts {@code task} at the beginning of the run: on the CPU it names, else on the first that it may use. */
    void start(SimulatedTask task);

    /** A number drawn uniformly from 0 (inclusive) to 1 (exclusive) by the run's one generator. */
    double chance();

    /** How far two CPUs of the machine are apart. */
    Distance distance(int cpu, int other);

    /** Nanoseconds that going to sleep, and switching to another task of the same process, take by themselves. */
    double turn();

    /** How much longer or shorter the same code takes this time: a factor around 1. */
    double variation();

    /**
     * How long a core of this machine takes for code that takes the reference core {@code nanos} (see
     * {@link KernelPath}), give or take what the same code takes more or less from time to time.
     */
    double code(double nanos);

    /** How long a core of this machine takes for {@code cycles} of its clock, give or take the same. */
    double cycles(double cycles);
}
