package dev.perch.cli.explain;

import dev.perch.scheduler.Policy;
import dev.perch.scheduler.RunqueueTable;
import dev.perch.scheduler.Search;
import dev.perch.scheduler.WakeUp;
import dev.perch.scheduler.placement.Observer;
import dev.perch.topology.CpuSet;
import dev.perch.topology.SchedDomains;
import java.util.Optional;

/** A moment at which a task is woken: the same for every policy that is asked. */
public interface Situation {
    /** What it is, in a few words: a scenario's id. */
    String name();

    /** The moment, fresh, on the domains that the kernel of {@code policy} builds. */
    State under(Policy policy);

    /** The CPU that the wakee's address space prefers, by which SCHED_CACHE steers; -1 for none. */
    default int preferredCpu() {
        return -1;
    }

    /** The CPUs in the mask that IDLE_CPUMASK searches; empty where every CPU is in it, as at first. */
    default Optional<CpuSet> idleMask() {
        return Optional.empty();
    }

    /** The CPU that {@code policy} chooses in {@code state}, which is {@link #under} it, telling {@code observer}. */
    int choose(Policy policy, State state, Observer observer, Search search);

    /**
     * The state of such a moment.
     *
     * @param domains   the machine's sched domains
     * @param runqueues who runs where
     * @param wakeUp    who wakes whom
     * @param target    where the idle search starts, if only that is asked; -1 for a whole wake-up
     */
    record State(SchedDomains domains, RunqueueTable runqueues, WakeUp wakeUp, int target) {}
}
