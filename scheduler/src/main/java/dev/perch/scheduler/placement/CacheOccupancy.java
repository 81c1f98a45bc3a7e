package dev.perch.scheduler.placement;

import dev.perch.scheduler.AddressSpace;
import dev.perch.scheduler.Task;
import dev.perch.topology.CpuSet;
import dev.perch.topology.SchedDomains;

/**
 * The accounts of SCHED_CACHE: which share of each CPU's time an address space had lately, and so which LLC holds its
 * data. Run times are halved every 10 ms (an epoch), when next touched. A tick that finds a new epoch queues a scan,
 * made when the task returns to user mode: it averages the shares over each LLC, stores the average at each of its
 * CPUs, and makes the CPU with the largest share of the LLC with the largest average the preferred one.
 */
final class CacheOccupancy {
    private static final long EPOCH_NANOS = 10_000_000;
    private static final int TIMEOUT_EPOCHS = 5;
    private static final long WHOLE = 1 << 20;
    private static final long LEAST = WHOLE / 32;

    private final SchedDomains domains;
    private final long[] runtime; // by CPU: of all its tasks, halved each epoch
    private final long[] epochs; // by CPU

    CacheOccupancy(final SchedDomains domains) {
        this.domains = domains;
        runtime = new long[domains.topology().size()];
        epochs = new long[domains.topology().size()];
    }

    private long advance(final int cpu, final long nowNanos) {
        final long epoch = nowNanos / EPOCH_NANOS;
        if (epoch > epochs[cpu]) {
            runtime[cpu] >>= Math.min(63, epoch - epochs[cpu]);
            epochs[cpu] = epoch;
        }
        return epochs[cpu];
    }

    /** {@code task} ran on {@code cpu} for {@code nanos}. */
    void ran(final int cpu, final Task task, final long nanos, final long nowNanos) {
        final AddressSpace mm = task.mm;
        if (mm != null) {
            final long epoch = advance(cpu, nowNanos);
            runtime[cpu] += nanos;
            mm.charge(cpu, epoch, nanos);
            if (epoch - mm.epoch > TIMEOUT_EPOCHS) {
                mm.preferredCpu = -1;
                mm.setOccupancy(cpu, -1);
            }
        }
    }

    /** A tick found {@code task} running on {@code cpu}. */
    void ticked(final int cpu, final Task task, final long nowNanos) {
        final AddressSpace mm = task.mm;
        if (mm != null) {
            final long epoch = advance(cpu, nowNanos);
            if (epoch != mm.epoch) {
                mm.epoch = epoch;
                task.scanQueued = true;
            }
        }
    }

    /** {@code task} returns to user mode: a queued scan is made. */
    void returnedToUser(final Task task, final long nowNanos) {
        if (task.scanQueued) {
            task.scanQueued = false;
            if (task.mm != null) {
                scan(task.mm, nowNanos);
            }
        }
    }

    private void scan(final AddressSpace mm, final long nowNanos) {
        long largest = -1;
        int preferred = -1;
        for (final CpuSet llc : domains.llcs().sets()) {
            long sum = 0;
            long most = -1;
            int fullest = -1;
            for (int cpu = llc.first(); cpu >= 0; cpu = llc.next(cpu + 1)) {
                final long epoch = advance(cpu, nowNanos);
                final long share = WHOLE * mm.charge(cpu, epoch, 0) / (runtime[cpu] + 1);
                sum += share;
                if (share > most) {
                    most = share;
                    fullest = cpu;
                }
            }
            final long average = sum / llc.size();
            for (int cpu = llc.first(); cpu >= 0; cpu = llc.next(cpu + 1)) {
                mm.setOccupancy(cpu, average);
            }
            if (average > largest) {
                largest = average;
                preferred = fullest;
            }
        }
        mm.preferredCpu = largest < LEAST ? -1 : preferred;
    }
}
