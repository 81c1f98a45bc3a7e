package dev.perch.scheduler.placement;

import dev.perch.scheduler.Runqueues;
import dev.perch.topology.CpuSet;
import dev.perch.topology.SchedDomains;

/**
 * Notes on entry to idle that a core has become idle whole (update_idle_core): a search of its LLC then seeks an idle
 * core, until one fails.
 */
final class IdleCores {
    private final SchedDomains domains;
    private final Runqueues runqueues;

    /** Notes the idle cores of {@code runqueues}. */
    IdleCores(final SchedDomains domains, final Runqueues runqueues) {
        this.domains = domains;
        this.runqueues = runqueues;
    }

    int llc(final int cpu) {
        return domains.llcs().of(cpu);
    }

    int llcSize(final int cpu) {
        return domains.llcs().around(cpu).size();
    }

    /** {@code cpu} enters idle. */
    void entered(final int cpu) {
        if (domains.smtActive()) {
            update(cpu);
        }
    }

    /** Notes that the core of {@code cpu} idles, if each of its other CPUs does (__update_idle_core). */
    void update(final int cpu) {
        final int llc = llc(cpu);
        if (domains.llcDomain(cpu) == null || runqueues.hasIdleCores(llc)) {
            return;
        }
        final CpuSet core = domains.topology().cores().around(cpu);
        for (int sibling = core.first(); sibling >= 0; sibling = core.next(sibling + 1)) {
            if (sibling != cpu && !runqueues.isAvailableIdle(sibling)) {
                return;
            }
        }
        runqueues.setHasIdleCores(llc, true);
    }
}
