package dev.perch.scheduler.balance;

import dev.perch.topology.SchedDomain;
import dev.perch.topology.SchedDomain.SchedGroup;
import dev.perch.topology.SdFlag;
import java.util.function.Function;

/** What balance remembers of one sched domain of one CPU. Mutable. */
final class DomainState {
    private static final int MAX_PINNED_INTERVAL = 512;

    final SchedDomain domain;
    /** How many CPUs it spans. */
    final int weight;
    /** Whether it is the LLC's domain, the widest whose CPUs share it. */
    final boolean isLlc;
    /** The parts that balance compares, the CPU's own first. */
    final Members[] groups;
    /** Whether each of these is one CPU. */
    final boolean singleCpus;
    /** The first CPU of the CPU's own group. */
    final int ownFirst;
    /** Whether its CPUs differ in capacity. */
    final boolean asymmetric;
    /** Whether a CPU that runs out of tasks looks for some here. */
    final boolean balancesNewlyIdle;
    /** Whether, seen from the domain above, tasks shall spread over domains like this. */
    final boolean prefersSibling;
    /** When it was last balanced, jiffies. */
    long lastBalance;
    /** The interval between two balances while the CPU idles, milliseconds. */
    int interval;
    /** How many balances in a row found work but moved nothing. */
    int failed;
    /** What a newly-idle balance takes at most, nanoseconds, decaying. */
    long newIdleCost;
    /** When {@link #newIdleCost} last decayed or rose, jiffies. */
    long decayedAt;

    DomainState(final SchedDomain domain, final boolean isLlc, final Function<SchedGroup, Members> members) {
        this.domain = domain;
        this.isLlc = isLlc;
        weight = domain.span().size();
        groups = domain.groups().stream().map(members).toArray(Members[]::new);
        singleCpus = groups.length == weight;
        ownFirst = groups[0].first();
        asymmetric = domain.has(SdFlag.ASYM_CPUCAPACITY);
        balancesNewlyIdle = domain.has(SdFlag.BALANCE_NEWIDLE);
        prefersSibling = domain.has(SdFlag.PREFER_SIBLING);
        interval = domain.minInterval();
    }

    /** Takes the cost of a newly-idle balance into account; 0 only lets the greatest decay, about 1 % a second. */
    boolean addNewIdleCost(final long nanos, final long jiffies, final long jiffiesASecond) {
        if (nanos > newIdleCost) {
            newIdleCost = nanos;
            decayedAt = jiffies;
            return false;
        }
        if (jiffies > decayedAt + jiffiesASecond) {
            newIdleCost = newIdleCost * 253 / 256;
            decayedAt = jiffies;
            return true;
        }
        return false;
    }

    /** Nothing could be moved, for affinity or otherwise: waits longer the next time. */
    void stretch(final boolean allPinned) {
        if (allPinned && interval < MAX_PINNED_INTERVAL || interval < domain.maxInterval()) {
            interval *= 2;
        }
    }
}
