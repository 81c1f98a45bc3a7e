package dev.perch.scheduler;

import dev.perch.topology.SchedDomains;

/**
 * A kernel plus feature switches, or an idea of a user's own: what {@code --baseline} and {@code --candidate} name.
 * Policies of a user's own are found through {@link java.util.ServiceLoader}.
 */
public interface Policy {
    /** The name that selects it: {@code linux-6.5+CLUSTER_SCAN}. */
    String name();

    /** The kernel around it: its sched domains, fair class and balance. */
    Kernel kernel();

    /** Whether {@code feature} is on. */
    boolean has(Feature feature);

    /** The placement of this policy on these domains, over this state. */
    Placement placement(SchedDomains domains, Runqueues runqueues);
}
