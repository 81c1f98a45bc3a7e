package dev.perch.scheduler.runtime;

import dev.perch.scheduler.Placement;
import dev.perch.scheduler.Runqueues;
import dev.perch.scheduler.Search;
import dev.perch.scheduler.WakeUp;
import dev.perch.topology.CpuSet;
import dev.perch.topology.SchedDomains;

/**
 * The JDK's own scheduler of virtual threads, for comparison: ForkJoinPool in asynchronous mode. A worker pushes the
 * wakee to its own queue and signals one idle worker, the one that went idle last (the pool keeps its idle workers as
 * a stack); that one steals the wakee unless the waker runs out of work before the signal arrives. Who wins is told
 * here by the same two costs that {@link JvmPerch} compares. Neither caches nor clusters play a part.
 */
public final class JvmForkJoin implements CarrierPolicy {
    /** The policy; it has no switches. */
    public JvmForkJoin() {}

    @Override
    public String name() {
        return "jvm-fjp";
    }

    @Override
    public Placement placement(final SchedDomains domains, final Runqueues runqueues) {
        final int words = (domains.topology().size() + 63) / 64;
        return (wakeUp, search) -> select(wakeUp, search, words, runqueues);
    }

    private static int select(final WakeUp wakeUp, final Search search, final int words, final Runqueues runqueues) {
        search.clear();
        search.noteSearched();
        search.noteDomainSearched();
        final CpuSet allowed = wakeUp.wakee.allowed();
        final boolean hasWaker = CarrierPolicy.hasWaker(wakeUp);
        final int signalled = lastIdle(allowed, words, runqueues, search);
        search.setFailed(signalled < 0);
        if (!hasWaker) {
            return signalled >= 0 ? signalled : allowed.contains(wakeUp.wakee.cpu) ? wakeUp.wakee.cpu : allowed.first();
        }
        final long wait = runqueues.nrRunning(wakeUp.cpu) * runqueues.meanRunNanos(wakeUp.cpu);
        return signalled < 0 || wait < runqueues.wakeCostNanos(wakeUp.cpu) ? wakeUp.cpu : signalled;
    }

    private static int lastIdle(final CpuSet allowed, final int words, final Runqueues runqueues,
            final Search search) {
        int last = -1;
        long since = Long.MIN_VALUE;
        search.probes++;
        for (int word = 0; word < words; word++) {
            for (long idle = runqueues.availableIdle(word) & allowed.word(word); idle != 0; idle &= idle - 1) {
                final int cpu = word * 64 + Long.numberOfTrailingZeros(idle);
                if (runqueues.idleSince(cpu) > since) {
                    last = cpu;
                    since = runqueues.idleSince(cpu);
                }
            }
        }
        return last;
    }
}
