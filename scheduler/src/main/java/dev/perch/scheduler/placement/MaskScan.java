package dev.perch.scheduler.placement;

import dev.perch.scheduler.Runqueues;
import dev.perch.scheduler.Search;
import dev.perch.scheduler.Task;
import dev.perch.topology.CpuSet;
import dev.perch.topology.SchedDomains;

/**
 * Scans over the words of a {@link Span}, in the order of CPU numbers from somewhere on, wrapping. {@code slot} is the
 * word to start in and {@code after} the CPUs of that word to look at first; its others come last.
 */
final class MaskScan {
    /** The scan's budget ended it. */
    static final int EXHAUSTED = -2;

    private final Runqueues runqueues;
    private final CpuSet everywhere;
    private final Place[] places;
    private final IdleMask possible;
    private final long[] left; // CPUs whose cores are not counted yet

    /**
     * Scans by the free CPUs of {@code runqueues}.
     *
     * @param possible the CPUs that a scan for free ones looks at; null for all
     */
    MaskScan(final SchedDomains domains, final Runqueues runqueues, final Place[] places, final IdleMask possible) {
        this.runqueues = runqueues;
        this.places = places;
        this.possible = possible;
        everywhere = domains.topology().cpus();
        left = new long[everywhere.wordCount()];
    }

    /** The CPUs that the task is narrowed to; null where it may run anywhere. */
    @SuppressWarnings("ReferenceEquality") // an equal set that is another is masked in vain, not wrongly
    CpuSet narrowed(final Task task) {
        return task.allowed() == everywhere ? null : task.allowed();
    }

    /**
     * The first free allowed CPU of {@code span}, if {@code limit} probes reach it; -1 where there is none,
     * {@link #EXHAUSTED} where the limit ends the scan. Counts the probes.
     */
    int firstFree(final Span span, final int slot, final long after, final CpuSet allowed, final int limit,
            final Search result) {
        final int count = span.words.length;
        if (count == 1) {
            return firstFreeInWord(span, after, allowed, limit, result);
        }
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
            if (possible != null) {
                cpus &= possible.word(word);
            }
            final long idle = cpus & runqueues.free(word);
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

    /** The same where one word holds the span: turned so that its first CPU is bit 0, the word is in scan order. */
    private int firstFreeInWord(final Span span, final long after, final CpuSet allowed, final int limit,
            final Search result) {
        final int word = span.words[0];
        long cpus = span.bits[0];
        if (allowed != null) {
            cpus &= allowed.word(word);
        }
        if (possible != null) {
            cpus &= possible.word(word);
        }
        final int turn = Long.numberOfTrailingZeros(after); // 64, which turns nothing, where no CPU of the word is after
        final long order = Long.rotateRight(cpus, turn);
        final long free = Long.rotateRight(cpus & runqueues.free(word), turn);
        final int first = Long.numberOfTrailingZeros(free);
        final long before = free == 0 ? -1 : (1L << first) - 1;
        final int probes = result.probes + Long.bitCount(order & before) + (free == 0 ? 0 : 1);
        result.probes = Math.min(probes, limit);
        if (probes > limit) {
            return EXHAUSTED;
        }
        return free == 0 ? -1 : word << 6 | first + turn & 63;
    }

    /** The first allowed CPU of {@code span} whose whole core is idle; -1 where there is none. */
    int firstIdleCore(final Span span, final int slot, final long after, final CpuSet allowed) {
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
     * What a search for an idle core that failed remembers: of the first core with a free allowed CPU, in the order in
     * which cores are met, the lowest such CPU.
     */
    int firstFreeOnTheWay(final Span span, final int slot, final long after, final Task wakee) {
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
                    for (final int sibling : places[cpu].core) {
                        if (runqueues.isFree(sibling) && wakee.mayRunOn(sibling)) {
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

    /**
     * How many runqueues a search for an idle core examines in {@code span} up to the core of {@code last}, or in all
     * of it where that is -1. Until a free CPU is met, which is remembered, every sibling of a core is looked at; then
     * only those up to the first that is not idle.
     *
     * @param remembers whether a free CPU was met before
     * @return twice the count, plus one if by then a free CPU was met
     */
    int examinedCores(final Span span, final int slot, final long after, final Task wakee, final int last,
            final boolean remembers) {
        final int count = span.words.length;
        for (int i = 0; i < count; i++) {
            left[span.words[i]] = span.bits[i] & wakee.allowed().word(span.words[i]);
        }
        boolean remembered = remembers;
        int examined = 0;
        int at = slot;
        for (int i = 0; i <= count; i++) {
            final int word = span.words[at];
            final long part = i == 0 ? after : i == count ? ~after : -1;
            for (long cpus = left[word] & part; cpus != 0; cpus = left[word] & part) {
                final int cpu = word << 6 | Long.numberOfTrailingZeros(cpus);
                for (final int sibling : places[cpu].core) {
                    examined++;
                    final boolean idle = runqueues.isAvailableIdle(sibling);
                    if (remembered && !idle) {
                        break;
                    }
                    if (!remembered && runqueues.isFree(sibling) && (left[sibling >> 6] >>> sibling & 1) != 0) {
                        remembered = true;
                        if (!idle) {
                            break;
                        }
                    }
                }
                if (cpu == last) {
                    return 2 * examined + (remembered ? 1 : 0);
                }
                for (final int sibling : places[cpu].core) {
                    left[sibling >> 6] &= ~(1L << sibling);
                }
            }
            at = at + 1 == count ? 0 : at + 1;
        }
        return 2 * examined + (remembered ? 1 : 0);
    }

    /** The first idle CPU from {@code target} on that has capacity for the task; else the largest idle one, or -1. */
    int firstFit(final Span span, final int target, final Task wakee) {
        final long from = -1L << target;
        final int count = span.words.length;
        int at = span.slot(target);
        int largest = -1;
        int largestCapacity = 0;
        for (int i = 0; i <= count; i++) {
            final int word = span.words[at];
            long idle = span.bits[at] & runqueues.free(word);
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
