package dev.perch.topology;

import java.util.List;

/**
 * The sched domains that a kernel builds on a topology, and the per-CPU short cuts that it keeps beside them.
 */
public final class SchedDomains {
    private final Topology topology;
    private final DomainRules rules;

    private SchedDomains(final Topology topology, final DomainRules rules) {
        this.topology = topology;
        this.rules = rules;
    }

    /** Builds the domains of every online CPU of {@code topology} by {@code rules}. */
    public static SchedDomains build(final Topology topology, final DomainRules rules) {
        return new SchedDomains(topology, rules);
    }

    /** The topology the domains were built on. */
    public Topology topology() {
        return topology;
    }

    /** The rules the domains were built by. */
    public DomainRules rules() {
        return rules;
    }

    /** The domains of {@code cpu}, innermost first; empty where it has none. */
    public List<SchedDomain> domains(final int cpu) {
        return List.of();
    }
}
