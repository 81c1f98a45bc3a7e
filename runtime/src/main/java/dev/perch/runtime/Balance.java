package dev.perch.runtime;

import dev.perch.topology.CpuSet;
import dev.perch.topology.SchedDomain;
import dev.perch.topology.SchedDomains;
import java.util.List;

/** What the tick does about carriers that have too much to do, and the sums that placement wants of it. */
final class Balance {
    private final List<Carrier> carriers;
    private final LiveRunqueues runqueues;
    private final SchedDomains domains;
    private final Waker waker;

    Balance(final List<Carrier> carriers, final LiveRunqueues runqueues, final SchedDomains domains,
            final Waker waker) {
        this.carriers = carriers;
        this.runqueues = runqueues;
        this.domains = domains;
        this.waker = waker;
    }

    /** Has the nearest parked carrier take from {@code busy}; tells whether there is one. */
    boolean help(final Carrier busy) {
        for (final Carrier idle : busy.neighbours()) {
            if (runqueues.isIdle(idle.cpu) && idle.kickToHelp(busy)) {
                return true;
            }
        }
        return false;
    }

    /** Moves what waits for {@code stuck} to the carriers where it is expected to wait least, if there are any. */
    void moveBacklog(final Carrier stuck) {
        final var backlog = new Runqueue();
        for (int i = stuck.queue.size(); i > 0; i--) {
            final Entity entity = stuck.queue.pull(backlog);
            if (entity != null) {
                backlog.push(entity);
            }
        }
        for (Entity entity = backlog.poll(); entity != null; entity = backlog.poll()) {
            leastWait(stuck, entity).accept(entity);
        }
    }

    private Carrier leastWait(final Carrier stuck, final Entity entity) {
        Carrier least = stuck;
        for (final Carrier other : carriers) {
            if (entity.allowed().contains(other.cpu) && expectedWait(other) < expectedWait(least)) {
                least = other;
            }
        }
        return least;
    }

    private long expectedWait(final Carrier carrier) {
        return runqueues.nrRunning(carrier.cpu) * carrier.meanRunNanos();
    }

    /** Sums up each LLC's utilisation, as the kernel's periodic balance does to bound the idle search. */
    void reviewIdleScan() {
        for (final Carrier carrier : carriers) {
            final SchedDomain llc = domains.llcDomain(carrier.cpu);
            if (llc != null && isFirst(carrier, llc.span())) {
                waker.balancedLlc(carrier.cpu, llc.imbalancePct(), runqueues.sumUtilization(llc.span()));
            }
        }
    }

    /** Whether {@code carrier} is the first of those on {@code span}. */
    private boolean isFirst(final Carrier carrier, final CpuSet span) {
        return carriers.stream().filter(other -> span.contains(other.cpu)).findFirst().orElseThrow() == carrier;
    }
}
