package dev.perch.scheduler.placement;

import dev.perch.scheduler.Runqueues;
import dev.perch.topology.SchedDomains;

/**
 * The CPUs that may be idle (IDLE_CPUMASK): a CPU is put in whenever it enters idle, and taken out, or put in, by what
 * its tick finds. So it changes at most at the rate of ticks, and may be stale. At first every CPU is in.
 */
final class IdleMask {
    private final Runqueues runqueues;
    private final long[] words;

    IdleMask(final SchedDomains domains, final Runqueues runqueues) {
        this.runqueues = runqueues;
        words = domains.topology().cpus().toWords(domains.topology().cpus().wordCount());
    }

    /** The CPUs of one word that may be idle. */
    long word(final int word) {
        return words[word];
    }

    /** Whether {@code cpu} may be idle. */
    boolean contains(final int cpu) {
        return (words[cpu >> 6] >>> cpu & 1) != 0;
    }

    /** {@code cpu} enters idle. */
    void entered(final int cpu) {
        words[cpu >> 6] |= 1L << cpu;
    }

    /** A tick on {@code cpu}. */
    void ticked(final int cpu) {
        if (runqueues.runsIdleTask(cpu) || runqueues.isSchedIdle(cpu)) {
            words[cpu >> 6] |= 1L << cpu;
        } else {
            words[cpu >> 6] &= ~(1L << cpu);
        }
    }
}
