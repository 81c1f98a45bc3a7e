package dev.perch.scheduler;

import dev.perch.topology.CpuSet;
import dev.perch.topology.Partition;
import dev.perch.topology.Topology;

/**
 * The scheduler's core around a policy (select_task_rq): a wakee or child that may run on one CPU only goes there
 * unasked, and where the policy chooses a CPU that the task may not run on, such as a previous CPU taken from it, the
 * first of that CPU's node that it may run on takes its place, or else the first of all (select_fallback_rq). What
 * drivers ask; a task that may run anywhere costs one comparison.
 */
public final class RunqueueChoice {
    private final Placement placement;
    private final CpuSet online;
    private final Partition nodes;

    /** The core around {@code placement} on {@code topology}. */
    public RunqueueChoice(final Placement placement, final Topology topology) {
        this.placement = placement;
        online = topology.cpus();
        nodes = topology.nodes();
    }

    /** The CPU on which {@code wakeUp.wakee} shall run; says in {@code search} what it cost. */
    @SuppressWarnings("ReferenceEquality") // the very set of all CPUs, which needs no look
    public int select(final WakeUp wakeUp, final Search search) {
        final CpuSet allowed = wakeUp.wakee.allowed();
        if (allowed == online) {
            return placement.select(wakeUp, search);
        }
        if (allowed.first() == allowed.last() && (wakeUp.flags & WakeUp.EXEC) == 0) {
            search.clear();
            search.setStep(Search.Step.BOUND);
            return allowed.first();
        }
        final int chosen = placement.select(wakeUp, search);
        if (allowed.contains(chosen)) {
            return chosen;
        }
        search.setStep(Search.Step.NOT_ALLOWED);
        return fallback(allowed, nodes.of(wakeUp.wakee.cpu));
    }

    private int fallback(final CpuSet allowed, final int node) {
        int first = -1;
        for (int cpu = allowed.first(); cpu >= 0; cpu = allowed.next(cpu + 1)) {
            if (node >= 0 && nodes.of(cpu) == node) {
                return cpu;
            }
            first = first < 0 && online.contains(cpu) ? cpu : first;
        }
        return first;
    }
}
