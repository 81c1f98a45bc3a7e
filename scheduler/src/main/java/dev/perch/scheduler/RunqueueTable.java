package dev.perch.scheduler;

import dev.perch.topology.CpuSet;
import dev.perch.topology.SchedDomains;
import dev.perch.topology.Topology;
import java.util.Arrays;

/**
 * Runqueue state as arrays by CPU, with the masks that the search reads kept up at every change: a change touches a
 * word or two. The state of a simulation, a replay or a scenario; not for use by several threads.
 *
 * <p>A CPU is available idle while it runs its idle task, holds no task, has no wake-up underway and its virtual CPU
 * is not preempted.
 */
public final class RunqueueTable implements Runqueues {
    private final SchedDomains domains;
    private final long[] available;
    private final long[] schedIdle;
    private final long[] idleCores;
    private final long[] runsIdle;
    private final long[] pending;
    private final long[] preempted;
    private final int[] nrRunning;
    private final int[] nrSchedIdle;
    private final int[] nrDelayed;
    private final long[] load;
    private final int[] utilization;
    private final int[] utilizationEstimate;
    private final int[] runnable;
    private final int[] capacity;
    private final long[] idleSince;
    private final int[] exitLatencyMicros;
    private final int[] nrIdleScan;
    private final boolean[] hasIdleCores;
    private final ScanCost[] scanCost;
    private final int[][] siblings; // by CPU: the other CPUs of its core
    private long scanNanosBase;
    private double scanNanosEach;

    /** Every online CPU idle, all averages 0, nr_idle_scan at each LLC's size. */
    public RunqueueTable(final SchedDomains domains) {
        this.domains = domains;
        final Topology topology = domains.topology();
        final int size = topology.size();
        final int words = topology.cpus().wordCount();
        available = new long[words];
        schedIdle = new long[words];
        idleCores = new long[words];
        runsIdle = new long[words];
        pending = new long[words];
        preempted = new long[words];
        nrRunning = new int[size];
        nrSchedIdle = new int[size];
        nrDelayed = new int[size];
        load = new long[size];
        utilization = new int[size];
        utilizationEstimate = new int[size];
        runnable = new int[size];
        capacity = new int[size];
        idleSince = new long[size];
        exitLatencyMicros = new int[size];
        Arrays.fill(exitLatencyMicros, -1);
        nrIdleScan = new int[domains.llcs().count()];
        Arrays.setAll(nrIdleScan, llc -> domains.llcs().set(llc).size());
        hasIdleCores = new boolean[domains.llcs().count()];
        scanCost = new ScanCost[size];
        siblings = new int[size][];
        topology.cpus().forEach(cpu -> {
            capacity[cpu] = topology.capacity(cpu);
            siblings[cpu] = topology.cores().around(cpu).minus(CpuSet.of(cpu)).stream().toArray();
            scanCost[cpu] = new ScanCost();
            runsIdle[cpu >> 6] |= 1L << cpu;
        });
        System.arraycopy(runsIdle, 0, available, 0, words);
        System.arraycopy(runsIdle, 0, idleCores, 0, words);
    }

    /** The sched domains of the machine. */
    public SchedDomains domains() {
        return domains;
    }

    /** {@code cpu} leaves its idle task for {@code running} tasks. */
    public void becomeBusy(final int cpu, final int running) {
        nrRunning[cpu] = running;
        runsIdle[cpu >> 6] &= ~(1L << cpu);
        refresh(cpu);
    }

    /** {@code cpu} runs its idle task and holds no other. */
    public void becomeIdle(final int cpu) {
        nrRunning[cpu] = 0;
        nrSchedIdle[cpu] = 0;
        runsIdle[cpu >> 6] |= 1L << cpu;
        refresh(cpu);
    }

    /** Sets how many tasks are runnable on {@code cpu}, and how many of them are SCHED_IDLE. */
    public void setNrRunning(final int cpu, final int running, final int idlePolicy) {
        nrRunning[cpu] = running;
        nrSchedIdle[cpu] = idlePolicy;
        refresh(cpu);
    }

    /** Sets whether {@code cpu} runs its idle task, whatever it holds. */
    public void setRunsIdleTask(final int cpu, final boolean idle) {
        set(runsIdle, cpu, idle);
        refresh(cpu);
    }

    /** Sets whether a wake-up is underway to {@code cpu} (ttwu_pending). */
    public void setPending(final int cpu, final boolean underway) {
        set(pending, cpu, underway);
        refresh(cpu);
    }

    /** Sets whether the hypervisor has taken {@code cpu} away (vcpu_is_preempted). */
    public void setPreempted(final int cpu, final boolean taken) {
        set(preempted, cpu, taken);
        refresh(cpu);
    }

    /** Sets how many tasks on {@code cpu} only wait to be dequeued. */
    public void setNrDelayed(final int cpu, final int delayed) {
        nrDelayed[cpu] = delayed;
    }

    /** Sets the decayed averages of {@code cpu}. */
    public void setAverages(final int cpu, final long loadAverage, final int utilizationAverage,
            final int runnableAverage) {
        load[cpu] = loadAverage;
        utilization[cpu] = utilizationAverage;
        runnable[cpu] = runnableAverage;
    }

    /** Sets the estimated utilisation of {@code cpu}. */
    public void setUtilizationEstimate(final int cpu, final int estimate) {
        utilizationEstimate[cpu] = estimate;
    }

    /** Sets the capacity left to fair tasks on {@code cpu}. */
    public void setCapacity(final int cpu, final int left) {
        capacity[cpu] = left;
    }

    /** Sets since when {@code cpu} idles, and in which state: its exit latency, -1 for none. */
    public void setIdleState(final int cpu, final long sinceNanos, final int latencyMicros) {
        idleSince[cpu] = sinceNanos;
        exitLatencyMicros[cpu] = latencyMicros;
    }

    /** Sets how long a scan takes: in any case, and more for each runqueue that it examines. */
    public void setScanNanos(final long base, final double each) {
        scanNanosBase = base;
        scanNanosEach = each;
    }

    private static void set(final long[] mask, final int cpu, final boolean on) {
        if (on) {
            mask[cpu >> 6] |= 1L << cpu;
        } else {
            mask[cpu >> 6] &= ~(1L << cpu);
        }
    }

    private void refresh(final int cpu) {
        final int word = cpu >> 6;
        final long bit = 1L << cpu;
        final int running = nrRunning[cpu];
        final boolean idlePolicyOnly = running != 0 && running == nrSchedIdle[cpu];
        schedIdle[word] = idlePolicyOnly ? schedIdle[word] | bit : schedIdle[word] & ~bit;
        final boolean idle = running == 0 && (runsIdle[word] & ~pending[word] & ~preempted[word] & bit) != 0;
        if (idle != ((available[word] & bit) != 0)) {
            available[word] ^= bit;
            refreshCore(cpu, idle);
        }
    }

    private void refreshCore(final int cpu, final boolean idle) {
        boolean wholeCore = idle;
        for (final int sibling : siblings[cpu]) {
            wholeCore &= (available[sibling >> 6] >>> sibling & 1) != 0;
        }
        if (wholeCore != ((idleCores[cpu >> 6] >>> cpu & 1) != 0)) {
            idleCores[cpu >> 6] ^= 1L << cpu;
            for (final int sibling : siblings[cpu]) {
                idleCores[sibling >> 6] ^= 1L << sibling;
            }
        }
    }

    @Override
    public long availableIdle(final int word) {
        return available[word];
    }

    @Override
    public long schedIdle(final int word) {
        return schedIdle[word];
    }

    @Override
    public long idleCores(final int word) {
        return idleCores[word];
    }

    @Override
    public boolean runsIdleTask(final int cpu) {
        final int word = cpu >> 6;
        return ((runsIdle[word] & ~pending[word]) >>> cpu & 1) != 0;
    }

    @Override
    public int nrRunning(final int cpu) {
        return nrRunning[cpu];
    }

    @Override
    public int nrDelayed(final int cpu) {
        return nrDelayed[cpu];
    }

    @Override
    public long load(final int cpu) {
        return load[cpu];
    }

    @Override
    public int utilization(final int cpu) {
        return utilization[cpu];
    }

    @Override
    public int utilizationEstimate(final int cpu) {
        return utilizationEstimate[cpu];
    }

    @Override
    public int runnable(final int cpu) {
        return runnable[cpu];
    }

    @Override
    public int capacity(final int cpu) {
        return capacity[cpu];
    }

    @Override
    public long idleSince(final int cpu) {
        return idleSince[cpu];
    }

    @Override
    public int exitLatencyMicros(final int cpu) {
        return exitLatencyMicros[cpu];
    }

    @Override
    public int nrIdleScan(final int llc) {
        return nrIdleScan[llc];
    }

    @Override
    public void setNrIdleScan(final int llc, final int limit) {
        nrIdleScan[llc] = limit;
    }

    @Override
    public boolean hasIdleCores(final int llc) {
        return hasIdleCores[llc];
    }

    @Override
    public void setHasIdleCores(final int llc, final boolean has) {
        hasIdleCores[llc] = has;
    }

    @Override
    public ScanCost scanCost(final int cpu) {
        return scanCost[cpu];
    }

    @Override
    public long scanNanos(final int examined) {
        return scanNanosBase + (long) (scanNanosEach * examined);
    }
}
