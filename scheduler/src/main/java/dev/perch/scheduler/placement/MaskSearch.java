package dev.perch.scheduler.placement;

import dev.perch.scheduler.Feature;
import dev.perch.scheduler.Policy;
import dev.perch.scheduler.Runqueues;
import dev.perch.scheduler.Search;
import dev.perch.scheduler.Search.Step;
import dev.perch.scheduler.Task;
import dev.perch.scheduler.WakeUp;
import dev.perch.topology.CpuSet;
import dev.perch.topology.SchedDomain;
import dev.perch.topology.SchedDomains;
import dev.perch.topology.SdFlag;

/**
 * The idle search as bit arithmetic (select_idle_sibling since 5.19): an idle target, prev or recent; an SMT sibling of
 * prev; then the scan, target's cluster first where there are clusters, then the rest of the LLC.
 *
 * <p>The kernel looks at CPU after CPU from the target's next on, wrapping. Here the first idle one is the lowest bit
 * of (idle &amp; span &amp; allowed) above the target, else the lowest of all; the CPUs that the kernel would have
 * looked at are a population count, to be compared with its budget. While the LLC is believed to have an idle core, a
 * whole idle core is sought first, without a budget; a search that finds none clears the belief and takes the first
 * idle CPU it met.
 *
 * <p>A long file for its size: it is what every simulated or real wake-up runs through. One thread at a time.
 */
final class MaskSearch implements IdleSearch {
    private static final int EXHAUSTED = -2;

    private final Runqueues runqueues;
    private final ScanBudget budget;
    private final CpuSet everywhere;
    private final boolean capacitiesDiffer;
    private final boolean clusterActive;
    private final boolean smtActive;
    private final boolean rechecksFallback;
    private final int[] llcs; // by CPU, as all below
    private final int[] shareIds;
    private final Span[] llcSpans; // null where the CPU has no LLC
    private final Span[] clusterSpans; // null where the LLC is scanned at once
    private final Span[] restSpans; // the LLC without the cluster
    private final int[] llcSlots;
    private final int[] clusterSlots;
    private final Span[] capacitySpans;
    private final int[][] cores;

    MaskSearch(final Policy policy, final SchedDomains domains, final Runqueues runqueues) {
        this.runqueues = runqueues;
        budget = new ScanBudget(policy, domains, runqueues);
        everywhere = domains.topology().cpus();
        capacitiesDiffer = domains.asymActive();
        clusterActive = domains.clusterActive();
        smtActive = domains.smtActive();
        rechecksFallback = rechecksFallback(policy);
        final int size = domains.topology().size();
        llcs = new int[size];
        shareIds = new int[size];
        llcSpans = new Span[size];
        clusterSpans = new Span[size];
        restSpans = new Span[size];
        llcSlots = new int[size];
        clusterSlots = new int[size];
        capacitySpans = new Span[size];
        cores = new int[size][];
        domains.topology().cpus().forEach(cpu -> {
            llcs[cpu] = domains.llcs().of(cpu);
            shareIds[cpu] = domains.shareId(cpu);
            cores[cpu] = domains.topology().cores().around(cpu).stream().toArray();
            final SchedDomain llc = domains.llcDomain(cpu);
            if (llc != null) {
                addSpans(cpu, llc);
            }
            final SchedDomain asymmetric = domains.asymDomain(cpu);
            if (asymmetric != null) {
                capacitySpans[cpu] = new Span(asymmetric.span(), asymmetric.span());
            }
        });
    }

    private void addSpans(final int cpu, final SchedDomain llc) {
        final CpuSet span = llc.span();
        llcSpans[cpu] = cpu == span.first() ? new Span(span, span) : llcSpans[span.first()];
        llcSlots[cpu] = llcSpans[cpu].slot(cpu);
        final SchedDomain.SchedGroup own = llc.groups().getFirst();
        if (clusterActive && own.flags().contains(SdFlag.CLUSTER)) {
            final int first = own.span().first();
            clusterSpans[cpu] = cpu == first ? new Span(own.span(), own.span()) : clusterSpans[first];
            restSpans[cpu] = cpu == first ? new Span(span.minus(own.span()), span) : restSpans[first];
            clusterSlots[cpu] = clusterSpans[cpu].slot(cpu);
        }
    }

    /** Whether a remembered prev or recent must still idle when it is fallen back on: only in the patch, before 6.7. */
    static boolean rechecksFallback(final Policy policy) {
        return policy.has(Feature.CLUSTER_SCAN) && !policy.kernel().release().isAtLeast(6, 7);
    }

    @Override
    public int select(final WakeUp wakeUp, final int prev, final int target, final Search result) {
        final Task wakee = wakeUp.wakee;
        result.searched = true;
        if (isIdle(target) && fits(wakee, target)) {
            result.step = Step.TARGET;
            return target;
        }
        final boolean prevNear = llcs[prev] == llcs[target];
        int fallbackPrev = -1;
        if (prevNear && prev != target && isIdle(prev) && fits(wakee, prev)) {
            if (sharesCluster(prev, target)) {
                result.step = Step.PREV;
                return prev;
            }
            fallbackPrev = prev;
        }
        if (wakeUp.waker.isKernelThread && stacks(wakeUp, prev) && fits(wakee, prev)) {
            result.step = Step.STACK;
            return prev;
        }
        final int recent = wakee.recentCpu;
        int fallbackRecent = -1;
        wakee.recentCpu = prev;
        if (recent != prev && recent != target && recent >= 0 && llcs[recent] == llcs[target] && isIdle(recent)
                && wakee.mayRunOn(recent) && fits(wakee, recent)) {
            if (sharesCluster(recent, target)) {
                result.step = Step.RECENT;
                return recent;
            }
            fallbackRecent = recent;
        }
        final int found = searchDomain(wakeUp, prevNear ? prev : -1, target, result);
        if (found >= 0) {
            return found;
        }
        return fallBack(fallbackPrev, fallbackRecent, target, result);
    }

    private boolean isIdle(final int cpu) {
        final int word = cpu >> 6;
        return ((runqueues.availableIdle(word) | runqueues.schedIdle(word)) >>> cpu & 1) != 0;
    }

    /** The CPUs that the task is narrowed to; null where it may run anywhere. */
    @SuppressWarnings("ReferenceEquality") // an equal set that is another is masked in vain, not wrongly
    private CpuSet narrowed(final Task task) {
        return task.allowed() == everywhere ? null : task.allowed();
    }

    private boolean fits(final Task task, final int cpu) {
        return !capacitiesDiffer || Fit.fits(task, runqueues.capacity(cpu));
    }

    private boolean sharesCluster(final int cpu, final int target) {
        return !clusterActive || shareIds[cpu] == shareIds[target];
    }

    private boolean stacks(final WakeUp wakeUp, final int prev) {
        return wakeUp.waker.isPerCpuKernelThread() && !wakeUp.inInterrupt && prev == wakeUp.cpu
                && runqueues.nrRunning(prev) <= 1;
    }

    private int fallBack(final int prev, final int recent, final int target, final Search result) {
        if (prev >= 0 && (!rechecksFallback || isIdle(prev))) {
            result.step = Step.PREV_FALLBACK;
            return prev;
        }
        if (recent >= 0 && (!rechecksFallback || isIdle(recent))) {
            result.step = Step.RECENT_FALLBACK;
            return recent;
        }
        result.step = Step.FALLBACK;
        result.failed = true;
        return target;
    }

    /** Beyond target, prev and recent; {@code prev} is -1 where it is in another LLC. */
    private int searchDomain(final WakeUp wakeUp, final int prev, final int target, final Search result) {
        final Task wakee = wakeUp.wakee;
        if (capacitiesDiffer && capacitySpans[target] != null) {
            result.step = Step.CAPACITY;
            return scanCapacity(capacitySpans[target], target, wakee);
        }
        if (llcSpans[target] == null) {
            return -1;
        }
        result.domainSearched = true;
        final int llc = llcs[target];
        final boolean seeksCore = smtActive && runqueues.hasIdleCores(llc);
        if (smtActive && !seeksCore && prev >= 0) {
            final int sibling = idleSibling(wakee, prev);
            if (sibling >= 0) {
                result.step = Step.SMT;
                return sibling;
            }
        }
        result.scanned = true;
        final int limit = budget.limit(wakeUp.cpu, llc, seeksCore, wakeUp.jiffies());
        if (limit == ScanBudget.REFUSED) {
            return -1;
        }
        if (seeksCore) {
            return scanCores(wakee, target, result);
        }
        return scanCpus(wakeUp, target, limit, result);
    }

    private int idleSibling(final Task wakee, final int prev) {
        for (final int sibling : cores[prev]) {
            if (sibling != prev && isIdle(sibling) && wakee.mayRunOn(sibling)) {
                return sibling;
            }
        }
        return -1;
    }

    private int scanCpus(final WakeUp wakeUp, final int target, final int limit, final Search result) {
        final CpuSet allowed = narrowed(wakeUp.wakee);
        Span rest = llcSpans[target];
        int found = -1;
        if (clusterSpans[target] != null) {
            result.step = Step.CLUSTER;
            found = scan(clusterSpans[target], clusterSlots[target], target, allowed, limit, result);
            rest = restSpans[target];
        }
        if (found == -1) {
            result.step = Step.LLC;
            found = scan(rest, llcSlots[target], target, allowed, limit, result);
        }
        result.examined = result.probes;
        if (found != EXHAUSTED) {
            budget.charge(wakeUp.cpu, result.examined);
        }
        return found;
    }

    /**
     * The first idle allowed CPU of {@code span} after {@code target}, wrapping, if {@code limit} probes reach it; -1
     * where there is none, {@link #EXHAUSTED} where the limit ends the scan. Counts the probes.
     */
    private int scan(final Span span, final int slot, final int target, final CpuSet allowed, final int limit,
            final Search result) {
        final long after = -2L << target;
        final int count = span.words.length;
        int probes = result.probes;
        int at = slot;
        for (int i = 0; i <= count; i++) {
            final int word = span.words[at];
            long cpus = span.bits[at];
            if (i == 0) {
                cpus &= after;
            } else if (i == count) {
                cpus &= ~after;
            }
            if (allowed != null) {
                cpus &= allowed.word(word);
            }
            final long idle = cpus & (runqueues.availableIdle(word) | runqueues.schedIdle(word));
            if (idle != 0) {
                probes += Long.bitCount(cpus & Long.lowestOneBit(idle) - 1) + 1;
                result.probes = Math.min(probes, limit);
                return probes > limit ? EXHAUSTED : word << 6 | Long.numberOfTrailingZeros(idle);
            }
            probes += Long.bitCount(cpus);
            at = at + 1 == count ? 0 : at + 1;
        }
        result.probes = Math.min(probes, limit);
        return probes > limit ? EXHAUSTED : -1;
    }

    /** The first idle core after {@code target}; else the first idle CPU on the way, and the belief in one is cleared. */
    private int scanCores(final Task wakee, final int target, final Search result) {
        final CpuSet allowed = narrowed(wakee);
        final Span cluster = clusterSpans[target];
        final Span rest = cluster == null ? llcSpans[target] : restSpans[target];
        if (cluster != null) {
            result.step = Step.CLUSTER;
            final int core = firstIdleCore(cluster, clusterSlots[target], target, allowed);
            if (core >= 0) {
                return core;
            }
        }
        result.step = Step.LLC;
        final int core = firstIdleCore(rest, llcSlots[target], target, allowed);
        if (core >= 0) {
            return core;
        }
        runqueues.setHasIdleCores(llcs[target], false);
        final int found = cluster == null ? -1 : firstIdleOnTheWay(cluster, clusterSlots[target], target, wakee);
        return found >= 0 ? found : firstIdleOnTheWay(rest, llcSlots[target], target, wakee);
    }

    private int firstIdleCore(final Span span, final int slot, final int target, final CpuSet allowed) {
        final long after = -2L << target;
        final int count = span.words.length;
        int at = slot;
        for (int i = 0; i <= count; i++) {
            final int word = span.words[at];
            long idle = span.bits[at] & runqueues.idleCores(word);
            if (allowed != null) {
                idle &= allowed.word(word);
            }
            if (i == 0) {
                idle &= after;
            } else if (i == count) {
                idle &= ~after;
            }
            if (idle != 0) {
                return word << 6 | Long.numberOfTrailingZeros(idle);
            }
            at = at + 1 == count ? 0 : at + 1;
        }
        return -1;
    }

    /**
     * What a search for an idle core that failed remembers: of the first core with an idle allowed CPU, in the order in
     * which cores are met from {@code target} on, the lowest such CPU.
     */
    private int firstIdleOnTheWay(final Span span, final int slot, final int target, final Task wakee) {
        final long after = -2L << target;
        final int count = span.words.length;
        int at = slot;
        for (int i = 0; i <= count; i++) {
            final int word = span.words[at];
            long cpus = span.bits[at];
            if (i == 0) {
                cpus &= after;
            } else if (i == count) {
                cpus &= ~after;
            }
            while (cpus != 0) {
                final int cpu = word << 6 | Long.numberOfTrailingZeros(cpus);
                if (wakee.mayRunOn(cpu)) {
                    for (final int sibling : cores[cpu]) {
                        if (isIdle(sibling) && wakee.mayRunOn(sibling)) {
                            return sibling;
                        }
                    }
                }
                cpus &= cpus - 1;
            }
            at = at + 1 == count ? 0 : at + 1;
        }
        return -1;
    }

    /** The first idle CPU from {@code target} on that has capacity for the task; else the largest idle one, or -1. */
    private int scanCapacity(final Span span, final int target, final Task wakee) {
        final long from = -1L << target;
        final int count = span.words.length;
        int at = span.slot(target);
        int largest = -1;
        int largestCapacity = 0;
        for (int i = 0; i <= count; i++) {
            final int word = span.words[at];
            long idle = span.bits[at] & (runqueues.availableIdle(word) | runqueues.schedIdle(word));
            if (i == 0) {
                idle &= from;
            } else if (i == count) {
                idle &= ~from;
            }
            for (; idle != 0; idle &= idle - 1) {
                final int cpu = word << 6 | Long.numberOfTrailingZeros(idle);
                if (wakee.mayRunOn(cpu)) {
                    final int capacity = runqueues.capacity(cpu);
                    if (Fit.fits(wakee, capacity)) {
                        return cpu;
                    }
                    if (capacity > largestCapacity) {
                        largest = cpu;
                        largestCapacity = capacity;
                    }
                }
            }
            at = at + 1 == count ? 0 : at + 1;
        }
        return largest;
    }
}
