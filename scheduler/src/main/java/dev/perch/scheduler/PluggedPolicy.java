package dev.perch.scheduler;

import dev.perch.scheduler.placement.Observer;
import dev.perch.topology.CpuSet;
import dev.perch.topology.DomainRules;
import dev.perch.topology.SchedDomains;
import java.util.Objects;
import java.util.regex.Pattern;

/** A policy that another's jar brought: what it answers is checked before anything trusts it. */
final class PluggedPolicy implements Policy {
    private static final Pattern NAME = Pattern.compile("[\\w.-]+");

    private final Policy policy;
    private final String name;
    private final Kernel kernel;

    /**
     * Guards {@code policy}.
     *
     * @throws IllegalArgumentException naming the class, if its name is unusable or it names no kernel
     */
    PluggedPolicy(final Policy policy) {
        this.policy = policy;
        name = policy.name();
        kernel = policy.kernel();
        if (name == null || !NAME.matcher(name).matches()) {
            throw wrong("name() must be letters, digits, dots, dashes and underscores");
        } else if (kernel == null) {
            throw wrong("kernel() must name one");
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Kernel kernel() {
        return kernel;
    }

    @Override
    public boolean has(final Feature feature) {
        return policy.has(feature);
    }

    @Override
    public boolean isForCarriers() {
        return policy.isForCarriers();
    }

    @Override
    public DomainRules domainRules() {
        return Objects.requireNonNullElseGet(policy.domainRules(), Policy.super::domainRules);
    }

    @Override
    public Placement placement(final SchedDomains domains, final Runqueues runqueues) {
        return checked(policy.placement(domains, runqueues), domains);
    }

    @Override
    public Placement walk(final SchedDomains domains, final Runqueues runqueues, final Observer observer) {
        return checked(policy.walk(domains, runqueues, observer), domains);
    }

    private Placement checked(final Placement placement, final SchedDomains domains) {
        if (placement == null) {
            throw wrong("placement() must not be null");
        }
        return new Checked(placement, domains.topology().cpus());
    }

    private IllegalArgumentException wrong(final String what) {
        return new IllegalArgumentException("policy " + policy.getClass().getName() + ": " + what);
    }

    /** Its placement: what it does not say of a search was not done; the CPU that it selects is one of the machine's. */
    private final class Checked implements Placement {
        private final Placement placement;
        private final CpuSet cpus;

        Checked(final Placement placement, final CpuSet cpus) {
            this.placement = placement;
            this.cpus = cpus;
        }

        @Override
        public int select(final WakeUp wakeUp, final Search search) {
            search.clear();
            final int cpu = placement.select(wakeUp, search);
            if (!cpus.contains(cpu)) {
                throw wrong("select() answered CPU " + cpu + ", of a machine whose CPUs are " + cpus);
            }
            return cpu;
        }

        @Override
        public void enteredIdle(final int cpu) {
            placement.enteredIdle(cpu);
        }

        @Override
        public void ticked(final int cpu, final Task current, final long nowNanos) {
            placement.ticked(cpu, current, nowNanos);
        }

        @Override
        public void ran(final int cpu, final Task task, final long nanos, final long nowNanos) {
            placement.ran(cpu, task, nanos, nowNanos);
        }

        @Override
        public void returnedToUser(final int cpu, final Task task, final long nowNanos) {
            placement.returnedToUser(cpu, task, nowNanos);
        }

        @Override
        public void balancedLlc(final int cpu, final int imbalancePct, final long sumUtilization) {
            placement.balancedLlc(cpu, imbalancePct, sumUtilization);
        }

        @Override
        public boolean isCacheHot(final Task task, final int from, final int to, final boolean ranJustNow) {
            return placement.isCacheHot(task, from, to, ranJustNow);
        }
    }
}
