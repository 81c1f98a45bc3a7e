package dev.perch.scheduler.placement;

import dev.perch.scheduler.Feature;
import dev.perch.scheduler.Policy;
import dev.perch.scheduler.Task;
import dev.perch.topology.SchedDomains;
import dev.perch.topology.Topology;

/**
 * Where SCHED_CACHE sends a wakee: to the preferred CPU of its address space, unless the wakee is bound to one CPU or
 * prefers a node that it would leave. With SCHED_CACHE_ANY_CPU it stays on a CPU that shares the preferred one's LLC,
 * and is else sent to that LLC's first CPU.
 */
final class CacheSteering {
    private final SchedDomains domains;
    private final boolean anyCpu;

    CacheSteering(final Policy policy, final SchedDomains domains) {
        this.domains = domains;
        anyCpu = policy.has(Feature.SCHED_CACHE_ANY_CPU);
    }

    /** What counts as the previous CPU of {@code wakee}. */
    int prev(final Task wakee) {
        final int own = wakee.cpu;
        final int preferred = wakee.mm == null ? -1 : wakee.mm.preferredCpu;
        if (preferred < 0 || preferred == own || wakee.allowed().size() == 1
                || anyCpu && domains.shareCache(own, preferred) || degradesLocality(wakee, own, preferred)) {
            return own;
        }
        return anyCpu ? domains.llcs().around(preferred).first() : preferred;
    }

    private boolean degradesLocality(final Task wakee, final int own, final int preferred) {
        final Topology topology = domains.topology();
        final int from = topology.nodes().of(own);
        return wakee.preferredNode >= 0 && from != topology.nodes().of(preferred)
                && topology.nodes().id(from) == wakee.preferredNode;
    }
}
