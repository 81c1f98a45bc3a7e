package dev.perch.simulator;

import dev.perch.scheduler.AddressSpace;
import dev.perch.topology.CpuSet;
import dev.perch.topology.Distance;
import dev.perch.topology.SchedDomains;

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

    /** The machine, as the policy's kernel divides it. */
    SchedDomains domains();

    /** What {@code path} takes in this run. */
    KernelPath path(KernelPath path);

    /** Nanoseconds that {@code cpu} pays for {@code lines} which {@code writer} (-1 for nobody) wrote last. */
    double handOver(int writer, int cpu, double lines);

    /** What a user-level thread that touches {@code workingSet} bytes between two waits loses from caches by moving. */
    Footprint footprint(int workingSet);

    /** Nanoseconds until such a thread, which left {@code from}, has its working set on {@code to}. */
    double refill(Footprint footprint, int from, int to, long others);

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
