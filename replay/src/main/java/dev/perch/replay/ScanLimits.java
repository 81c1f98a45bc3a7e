package dev.perch.replay;

import dev.perch.scheduler.Placement;
import dev.perch.scheduler.RunqueueTable;
import dev.perch.topology.CpuSet;
import dev.perch.topology.SchedDomain;
import dev.perch.topology.SchedDomains;
import java.util.Arrays;
import java.util.List;

/**
 * nr_idle_scan of each LLC, which no recording holds. The kernel derives it from the LLC's utilisation when periodic
 * balance comes by, and keeps it until the next time. Here it is derived likewise, at a fixed pace near the kernel's,
 * and then held within what the kernel's own latest searches show: one that found a CPU at its kth look had at least
 * k looks, one that gave up although its kth look would have found one had fewer.
 */
final class ScanLimits {
    /** How often periodic balance is assumed to look at an LLC. */
    static final long PACE_NANOS = 16_000_000;
    /** How long a search tells of the limit. */
    static final long MEMORY_NANOS = 20_000_000;
    private static final long NEVER = Long.MIN_VALUE / 2;

    private final SchedDomains domains;
    private final RunqueueTable table;
    private final Loads loads;
    private final long[] nextBalance;
    private final int[] derived;
    private final int[] least;
    private final int[] most;
    private final long[] leastSeen;
    private final long[] mostSeen;

    ScanLimits(final RecordedRunqueues runqueues) {
        table = runqueues.table();
        loads = runqueues.loads();
        domains = table.domains();
        final int llcs = domains.llcs().count();
        nextBalance = new long[llcs];
        derived = new int[llcs];
        Arrays.setAll(derived, llc -> domains.llcs().set(llc).size());
        least = new int[llcs];
        most = new int[llcs];
        leastSeen = new long[llcs];
        mostSeen = new long[llcs];
        Arrays.fill(leastSeen, NEVER);
        Arrays.fill(mostSeen, NEVER);
    }

    /** Lets periodic balance come by where it is due, and the recorded kernel's policy and others draw their limits. */
    void balance(final Placement own, final List<Candidate> others, final long now) {
        for (int llc = 0; llc < nextBalance.length; llc++) {
            if (now >= nextBalance[llc]) {
                nextBalance[llc] = now + PACE_NANOS;
                final CpuSet cpus = domains.llcs().set(llc);
                final SchedDomain domain = domains.llcDomain(cpus.first());
                if (domain != null) {
                    final long sum = sum(cpus, now);
                    own.balancedLlc(cpus.first(), domain.imbalancePct(), sum);
                    derived[llc] = table.nrIdleScan(llc);
                    for (final Candidate other : others) {
                        other.placement().balancedLlc(cpus.first(), domain.imbalancePct(), sum);
                        other.limits()[llc] = table.nrIdleScan(llc);
                    }
                }
            }
        }
    }

    private long sum(final CpuSet cpus, final long now) {
        long sum = 0;
        for (int cpu = cpus.first(); cpu >= 0; cpu = cpus.next(cpu + 1)) {
            sum += loads.utilization(cpu, now);
        }
        return sum;
    }

    /** Puts what is believed at {@code now} into the table. */
    void apply(final long now) {
        for (int llc = 0; llc < derived.length; llc++) {
            table.setNrIdleScan(llc, believed(llc, now));
        }
    }

    /** Puts a candidate's own limits into the table where its rule differs from the recorded kernel's. */
    void apply(final Candidate candidate, final long now) {
        for (int llc = 0; llc < derived.length; llc++) {
            final int limit = candidate.limits()[llc];
            table.setNrIdleScan(llc, limit == derived[llc] ? believed(llc, now) : limit);
        }
    }

    /** What is believed of {@code llc} at {@code now}. */
    int believed(final int llc, final long now) {
        int limit = derived[llc];
        if (now - mostSeen[llc] <= MEMORY_NANOS) {
            limit = Math.min(limit, most[llc]);
        }
        if (now - leastSeen[llc] <= MEMORY_NANOS) {
            limit = Math.max(limit, least[llc]);
        }
        return limit;
    }

    /** A search of {@code llc} had at least {@code looks} looks. */
    void atLeast(final int llc, final int looks, final long now) {
        if (now - leastSeen[llc] > MEMORY_NANOS || looks >= least[llc]) {
            least[llc] = looks;
            leastSeen[llc] = now;
        }
        if (most[llc] < least[llc]) {
            mostSeen[llc] = NEVER;
        }
    }

    /** A search of {@code llc} had fewer than {@code looks} looks. */
    void fewerThan(final int llc, final int looks, final long now) {
        if (now - mostSeen[llc] > MEMORY_NANOS || looks - 1 <= most[llc]) {
            most[llc] = looks - 1;
            mostSeen[llc] = now;
        }
        if (least[llc] > most[llc]) {
            leastSeen[llc] = NEVER;
        }
    }
}
