package dev.perch.scheduler.placement;

import dev.perch.topology.CpuSet;
import dev.perch.topology.SchedDomain;
import dev.perch.topology.SchedDomains;
import dev.perch.topology.SdFlag;
import java.util.stream.IntStream;

/** Where one CPU is, as its search reads it: everything behind one reference. */
final class Place {
    /** The number of its LLC; a CPU without one is one by itself. */
    final int llc;
    /** Its LLC; null where it has none. */
    final Span span;
    /** Its cluster, scanned before the rest of the LLC; null where the LLC is scanned at once. */
    final Span cluster;
    /** The LLC but for {@link #cluster}; the whole LLC where that is null. */
    final Span rest;
    /** The slot of its word in {@link #span} and {@link #rest}. */
    final int slot;
    /** The slot of its word in {@link #cluster}. */
    final int clusterSlot;
    /** The domain that holds every capacity of the machine; null where all CPUs are alike. */
    final Span capacities;
    /** The CPUs of its core. */
    final int[] core;
    /** The other CPUs of its core. */
    final int[] siblings;

    private Place(final SchedDomains domains, final int cpu, final Place[] before) {
        llc = domains.llcs().of(cpu);
        core = domains.topology().cores().around(cpu).stream().toArray();
        siblings = IntStream.of(core).filter(sibling -> sibling != cpu).toArray();
        final SchedDomain asymmetric = domains.asymDomain(cpu);
        capacities = asymmetric == null ? null : new Span(asymmetric.span(), asymmetric.span());
        final SchedDomain domain = domains.llcDomain(cpu);
        if (domain == null) {
            span = null;
            cluster = null;
            rest = null;
            slot = 0;
            clusterSlot = 0;
            return;
        }
        final CpuSet cpus = domain.span();
        span = cpu == cpus.first() ? new Span(cpus, cpus) : before[cpus.first()].span;
        slot = span.slot(cpu);
        final CpuSet group = domain.groups().getFirst().span();
        if (domains.clusterActive() && domain.groups().getFirst().flags().contains(SdFlag.CLUSTER)) {
            final boolean first = cpu == group.first();
            cluster = first ? new Span(group, group) : before[group.first()].cluster;
            rest = first ? new Span(cpus.minus(group), cpus) : before[group.first()].rest;
            clusterSlot = cluster.slot(cpu);
        } else {
            cluster = null;
            rest = span;
            clusterSlot = 0;
        }
    }

    /** The places of all CPUs; null where a number has none. Spans are shared. */
    static Place[] of(final SchedDomains domains) {
        final var places = new Place[domains.topology().size()];
        domains.topology().cpus().forEach(cpu -> places[cpu] = new Place(domains, cpu, places));
        return places;
    }
}
