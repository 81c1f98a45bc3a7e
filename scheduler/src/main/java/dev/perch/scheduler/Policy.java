package dev.perch.scheduler;

import dev.perch.scheduler.placement.Observer;
import dev.perch.topology.DomainRules;
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

    /** Whether {@code feature} is on; as in the kernel around it unless said. */
    default boolean has(final Feature feature) {
        return kernel().on().contains(feature);
    }

    /**
     * Whether it places tasks on a runtime's carriers, not on CPUs: it has no balance of a kernel's, and needs a runtime
     * that pulls tasks to idle carriers.
     */
    default boolean isForCarriers() {
        return false;
    }

    /** The rules by which its sched domains are built. */
    default DomainRules domainRules() {
        return kernel().domainRules(kernel().on());
    }

    /** The placement of this policy on these domains, over this state. */
    Placement placement(SchedDomains domains, Runqueues runqueues);

    /**
     * The same decisions, CPU by CPU as the kernel's text has them, telling {@code observer} each step. A policy that
     * has no such form decides silently.
     */
    default Placement walk(final SchedDomains domains, final Runqueues runqueues, final Observer observer) {
        return placement(domains, runqueues);
    }
}
