package dev.perch.scheduler;

import dev.perch.topology.CpuSet;

/**
 * What the scheduler keeps of a task: the part of the kernel's task_struct that placement reads and writes. Plain
 * mutable state, owned by the driver; fields bear the kernel's meanings.
 */
public class Task {
    /** The CPU it last ran on (or runs on); -1 before its first placement. */
    public int cpu = -1;
    /** The CPU it ran on before (recent_used_cpu); -1 before its first placement. */
    public int recentCpu = -1;
    /** Whom it woke last. */
    public Task lastWakee;
    /** How often it changed its wakee, decayed by half each second. */
    public int wakeeFlips;
    /** When {@link #wakeeFlips} was last halved, in jiffies. */
    public long wakeeFlipsDecayed;
    /** Decayed average load (task_h_load), 0 upwards. */
    public long load;
    /** Decayed average utilisation, 0..1024. */
    public int utilization;
    /** Estimated utilisation, 0..1024. */
    public int utilizationEstimate;
    /** Decayed average of the time runnable, 0..1024. */
    public int runnable;
    /** Whether it is new: its averages were never updated. */
    public boolean isNew;
    /** Whether it is on a runqueue (an exec's task is). */
    public boolean queued;
    /** Whether it is a kernel thread. */
    public boolean isKernelThread;
    /** Whether it is on its way out (PF_EXITING). */
    public boolean exiting;
    /** Whether it has policy SCHED_IDLE. */
    public boolean schedIdle;
    /** The node that NUMA balancing prefers for it; -1 for none. */
    public int preferredNode = -1;
    /** The address space it runs in; null for kernel threads. */
    public AddressSpace mm;
    /** Whether a scan of {@link #mm} waits for it to return to user mode. */
    public boolean scanQueued;

    private CpuSet allowed;

    /**
     * A task that may run on {@code allowed}. A task that may run anywhere is best given the very set of its topology's
     * CPUs: the search then leaves the mask out.
     */
    public Task(final CpuSet allowed) {
        this.allowed = allowed;
    }

    /** The CPUs it may run on. */
    public final CpuSet allowed() {
        return allowed;
    }

    /** Whether it may run on {@code cpu}. */
    public final boolean mayRunOn(final int cpu) {
        return allowed.contains(cpu);
    }

    /** Changes the CPUs it may run on. */
    public final void setAllowed(final CpuSet cpus) {
        allowed = cpus;
    }

    /** Whether it is a kernel thread bound to one CPU. */
    public final boolean isPerCpuKernelThread() {
        return isKernelThread && allowed.size() == 1;
    }
}
