package dev.perch.runtime;

import dev.perch.scheduler.Runqueues;
import dev.perch.scheduler.runtime.WakeCost;
import dev.perch.topology.CpuSet;
import dev.perch.topology.SchedDomains;
import dev.perch.topology.Topology;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The carriers' state as placement reads it, while it changes. The idle mask is exact but for the moment between a
 * waker's choice and its queueing; queue lengths are read from the queues; averages are those of the last tick.
 */
final class LiveRunqueues implements Runqueues {
    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle SCAN = MethodHandles.arrayElementVarHandle(int[].class);
    private static final int WORDS_A_LINE = 16; // two cache lines: the next is prefetched

    private final SchedDomains domains;
    private final Carrier[] carriers; // by CPU; null where there is none
    private final long[] idle; // a word a line
    private final List<List<CpuSet>> sharedCores; // by word: the cores of several CPUs that begin there
    private final WakeCost wakeCost;
    private final boolean[] idleCores; // by LLC
    private final int[] nrIdleScan; // by LLC

    LiveRunqueues(final SchedDomains domains, final Carrier[] carriers, final WakeCost wakeCost) {
        this.domains = domains;
        final Topology topology = domains.topology();
        this.carriers = carriers;
        this.wakeCost = wakeCost;
        final int words = (topology.size() + 63) / 64;
        idle = new long[words * WORDS_A_LINE];
        sharedCores = IntStream.range(0, words)
                .mapToObj(word -> topology.cores().sets().stream()
                        .filter(core -> core.size() > 1 && core.word(word) != 0).toList())
                .toList();
        idleCores = new boolean[domains.llcs().count()];
        nrIdleScan = new int[domains.llcs().count()];
        for (int llc = 0; llc < nrIdleScan.length; llc++) {
            nrIdleScan[llc] = domains.llcs().set(llc).size();
        }
    }

    void setIdle(final int cpu) {
        WORD.getAndBitwiseOr(idle, (cpu >> 6) * WORDS_A_LINE, 1L << cpu);
    }

    /** Takes {@code cpu} from the idle mask; tells whether it was there. */
    boolean clearIdle(final int cpu) {
        return isIdle(cpu) && ((long) WORD.getAndBitwiseAnd(idle, (cpu >> 6) * WORDS_A_LINE, ~(1L << cpu)) >>> cpu
                & 1) != 0;
    }

    boolean isIdle(final int cpu) {
        return (availableIdle(cpu >> 6) >>> cpu & 1) != 0;
    }

    @Override
    public long availableIdle(final int word) {
        return (long) WORD.getVolatile(idle, word * WORDS_A_LINE);
    }

    @Override
    public long schedIdle(final int word) {
        return 0;
    }

    @Override
    public long idleCores(final int word) {
        long cores = availableIdle(word);
        for (final CpuSet core : sharedCores.get(word)) {
            if (!isWhollyIdle(core)) {
                cores &= ~core.word(word);
            }
        }
        return cores;
    }

    /** A sibling without a carrier counts as idle: nothing of ours runs there. */
    private boolean isWhollyIdle(final CpuSet core) {
        for (int cpu = core.first(); cpu >= 0; cpu = core.next(cpu + 1)) {
            if (carriers[cpu] != null && !isIdle(cpu)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int nrRunning(final int cpu) {
        final Carrier carrier = carriers[cpu];
        return carrier == null ? 0 : carrier.queue.size() + (isIdle(cpu) ? 0 : 1);
    }

    @Override
    public long load(final int cpu) {
        return carriers[cpu] == null ? 0 : carriers[cpu].averages.load();
    }

    @Override
    public int utilization(final int cpu) {
        return carriers[cpu] == null ? 0 : carriers[cpu].averages.utilization();
    }

    /** What the carriers of {@code span} use in all, 1024 a CPU. */
    long sumUtilization(final CpuSet span) {
        long sum = 0;
        for (int cpu = span.first(); cpu >= 0; cpu = span.next(cpu + 1)) {
            sum += utilization(cpu);
        }
        return sum;
    }

    @Override
    public int runnable(final int cpu) {
        return carriers[cpu] == null ? 0 : carriers[cpu].averages.runnable();
    }

    @Override
    public int capacity(final int cpu) {
        return domains.topology().capacity(cpu);
    }

    @Override
    public long idleSince(final int cpu) {
        return carriers[cpu] == null ? 0 : carriers[cpu].idleSince();
    }

    @Override
    public int exitLatencyMicros(final int cpu) {
        return isIdle(cpu) ? (int) (wakeCost.nanos() / 1_000) : -1;
    }

    @Override
    public int nrIdleScan(final int llc) {
        return (int) SCAN.getOpaque(nrIdleScan, llc);
    }

    @Override
    public void setNrIdleScan(final int llc, final int limit) {
        SCAN.setOpaque(nrIdleScan, llc, limit);
    }

    @Override
    public boolean hasIdleCores(final int llc) {
        return idleCores[llc];
    }

    @Override
    public void setHasIdleCores(final int llc, final boolean has) {
        idleCores[llc] = has;
    }

    @Override
    public long meanRunNanos(final int cpu) {
        return carriers[cpu] == null ? 0 : carriers[cpu].meanRunNanos();
    }

    @Override
    public long wakeCostNanos(final int cpu) {
        return wakeCost.nanos();
    }
}
