package dev.perch.runtime;

import dev.perch.scheduler.Placement;
import dev.perch.scheduler.RunqueueChoice;
import dev.perch.scheduler.Search;
import dev.perch.scheduler.Task;
import dev.perch.scheduler.WakeUp;
import dev.perch.topology.Topology;

/**
 * What one thread at a time needs to place wake-ups without allocating: each carrier has one for those that happen on
 * it, and {@link OutsideWakers} lends them to all other threads.
 */
final class Waker {
    private static final int SAMPLING_MASK = 63; // one wake-up in 64 has its latency and run time measured

    final Counters counters = new Counters();
    final Search search = new Search();
    private final WakeUp wakeUp = new WakeUp();
    private final Placement placement;
    private final RunqueueChoice core;
    private int wakeUps;

    Waker(final Placement placement, final Topology topology) {
        this.placement = placement;
        core = new RunqueueChoice(placement, topology);
    }

    /** The CPU that the placement chooses for {@code wakee}; counted.  */
    int select(final Entity wakee, final Task waker, final int cpu, final boolean inInterrupt,
            final long nowNanos) {
        wakeUp.wakee = wakee;
        wakeUp.waker = waker;
        wakeUp.cpu = cpu;
        wakeUp.inInterrupt = inInterrupt;
        wakeUp.flags = wakee.cpu < 0 ? WakeUp.FORK : WakeUp.TTWU;
        wakeUp.nowNanos = nowNanos;
        final int selected = core.select(wakeUp, search);
        wakeUp.wakee = null;
        wakeUp.waker = null;
        counters.add(search);
        return selected;
    }

    /** Tells the placement that {@code cpu} has nothing to run. */
    void enteredIdle(final int cpu) {
        placement.enteredIdle(cpu);
    }

    /** Tells the placement what the LLC of {@code cpu} uses, 1024 a CPU. */
    void balancedLlc(final int cpu, final int imbalancePct, final long sumUtilization) {
        placement.balancedLlc(cpu, imbalancePct, sumUtilization);
    }

    /** Whether this wake-up is to be measured. */
    boolean samples() {
        return (++wakeUps & SAMPLING_MASK) == 0;
    }
}
