package dev.perch.scheduler;

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
    private static final int SCHED_IDLE = 1; // it holds only SCHED_IDLE tasks
    private static final int MID_SWITCH = 2; // it runs its idle task though it holds a task, or the other way round
    private static final int PENDING = 4; // a wake-up is underway to it
    private static final int PREEMPTED = 8; // the hypervisor has taken it away

    private final SchedDomains domains;
    private final CoreMasks coreMasks;
    private final long[] available;
    private final long[] schedIdle; // holding only SCHED_IDLE tasks
    private final byte[] state; // by CPU: what is unusual about it
    private int unusual; // how many CPUs have such a state
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
    private long scanNanosBase;
    private double scanNanosEach;
    private final long[] meanRunNanos;
    private long wakeCostNanos;

    /** Every online CPU idle, all averages 0, nr_idle_scan at each LLC's size. */
    public RunqueueTable(final SchedDomains domains) {
        this.domains = domains;
        final Topology topology = domains.topology();
        final int size = topology.size();
        final int words = topology.cpus().wordCount();
        available = new long[words];
        schedIdle = new long[words];
        state = new byte[size];
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
        meanRunNanos = new long[size];
        Arrays.fill(exitLatencyMicros, -1);
        nrIdleScan = new int[domains.llcs().count()];
        Arrays.setAll(nrIdleScan, llc -> domains.llcs().set(llc).size());
        hasIdleCores = new boolean[domains.llcs().count()];
        scanCost = new ScanCost[size];
        topology.cpus().forEach(cpu -> {
            capacity[cpu] = topology.capacity(cpu);
            scanCost[cpu] = new ScanCost();
            setAvailable(cpu);
        });
        coreMasks = CoreMasks.of(topology);
    }

    /** The sched domains of the machine. */
    public SchedDomains domains() {
        return domains;
    }

    /** {@code cpu} leaves its idle task for {@code running} tasks, none of them SCHED_IDLE. */
    public void becomeBusy(final int cpu, final int running) {
        nrRunning[cpu] = running;
        if (unusual == 0) {
            setUnavailable(cpu);
        } else {
            becomeUsual(cpu);
        }
    }

    /** {@code cpu} runs its idle task and holds no other. */
    public void becomeIdle(final int cpu) {
        nrRunning[cpu] = 0;
        if (unusual == 0) {
            setAvailable(cpu);
        } else {
            becomeUsual(cpu);
        }
    }

    private void becomeUsual(final int cpu) {
        nrSchedIdle[cpu] = 0;
        setState(cpu, state[cpu] & ~(SCHED_IDLE | MID_SWITCH));
    }

    /** Sets how many tasks are runnable on {@code cpu}, and how many of them are SCHED_IDLE. */
    public void setNrRunning(final int cpu, final int running, final int idlePolicy) {
        setTasks(cpu, runsIdle(cpu), running, idlePolicy);
    }

    /** The same, and {@code cpu} runs one of those tasks. */
    public void setRunsTask(final int cpu, final int running, final int idlePolicy) {
        setTasks(cpu, false, running, idlePolicy);
    }

    private void setTasks(final int cpu, final boolean runsIdle, final int running, final int idlePolicy) {
        nrRunning[cpu] = running;
        nrSchedIdle[cpu] = idlePolicy;
        setState(cpu, state[cpu] & (PENDING | PREEMPTED) | midSwitch(runsIdle, running)
                | (running != 0 && running == idlePolicy ? SCHED_IDLE : 0));
    }

    /** Sets whether {@code cpu} runs its idle task, whatever it holds. */
    public void setRunsIdleTask(final int cpu, final boolean idle) {
        setState(cpu, state[cpu] & ~MID_SWITCH | midSwitch(idle, nrRunning[cpu]));
    }

    private static int midSwitch(final boolean runsIdle, final int running) {
        return runsIdle != (running == 0) ? MID_SWITCH : 0;
    }

    /** Sets whether a wake-up is underway to {@code cpu} (ttwu_pending). */
    public void setPending(final int cpu, final boolean underway) {
        final int bits = underway ? state[cpu] | PENDING : state[cpu] & ~PENDING;
        if (bits != state[cpu]) {
            setState(cpu, bits);
        }
    }

    /** Sets whether the hypervisor has taken {@code cpu} away (vcpu_is_preempted). */
    public void setPreempted(final int cpu, final boolean taken) {
        setState(cpu, taken ? state[cpu] | PREEMPTED : state[cpu] & ~PREEMPTED);
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

    /** Sets how long a task on {@code cpu} lately ran until it slept. */
    public void setMeanRunNanos(final int cpu, final long nanos) {
        meanRunNanos[cpu] = nanos;
    }

    /** Sets what it lately cost to wake an idle CPU. */
    public void setWakeCostNanos(final long nanos) {
        wakeCostNanos = nanos;
    }

    private boolean runsIdle(final int cpu) {
        return nrRunning[cpu] == 0 != ((state[cpu] & MID_SWITCH) != 0);
    }

    /** Notes what is unusual about {@code cpu}, and brings the masks up to it and to {@link #nrRunning}. */
    private void setState(final int cpu, final int bits) {
        unusual += (bits != 0 ? 1 : 0) - (state[cpu] != 0 ? 1 : 0);
        state[cpu] = (byte) bits;
        if (nrRunning[cpu] == 0 && (bits & (PENDING | PREEMPTED | MID_SWITCH)) == 0) {
            setAvailable(cpu);
        } else {
            setUnavailable(cpu);
        }
        schedIdle[cpu >> 6] = schedIdle[cpu >> 6] & ~(1L << cpu) | (long) (bits & SCHED_IDLE) << cpu;
    }

    private void setAvailable(final int cpu) {
        available[cpu >> 6] |= 1L << cpu;
    }

    private void setUnavailable(final int cpu) {
        available[cpu >> 6] &= ~(1L << cpu);
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
    public long free(final int word) {
        return available[word] | schedIdle[word];
    }

    @Override
    public int taken(final int cpu) {
        return unusual == 0 ? nrRunning[cpu] : (int) (~free(cpu >> 6) >>> cpu & 1);
    }

    @Override
    public boolean isFree(final int cpu) {
        return taken(cpu) == 0;
    }

    @Override
    public long idleCores(final int word) {
        return coreMasks.idleCores(available, word);
    }

    @Override
    public boolean runsIdleTask(final int cpu) {
        return runsIdle(cpu) && (state[cpu] & PENDING) == 0;
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

    @Override
    public long meanRunNanos(final int cpu) {
        return meanRunNanos[cpu];
    }

    @Override
    public long wakeCostNanos(final int cpu) {
        return wakeCostNanos;
    }
}
