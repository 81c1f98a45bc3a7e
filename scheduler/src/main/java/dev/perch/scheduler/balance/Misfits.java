package dev.perch.scheduler.balance;

import dev.perch.scheduler.Runqueues;
import dev.perch.scheduler.fair.FairRunqueue;
import dev.perch.scheduler.fair.SchedEntity;

/** Running tasks that need more capacity than their CPU has, on machines whose CPUs differ. */
final class Misfits {
    private static final int MARGIN_PERCENT = 125; // a CPU is too small from 80 % on

    private final FairRunqueue[] fair;
    private final Runqueues runqueues;

    Misfits(final FairRunqueue[] fair, final Runqueues runqueues) {
        this.fair = fair;
        this.runqueues = runqueues;
    }

    /** The load of {@code cpu}'s running task if it is too big for it, at least 1; 0 where it fits. */
    long load(final int cpu) {
        final SchedEntity running = fair[cpu].current();
        if (running == null || !running.queued || fits(running, cpu)) {
            return 0;
        }
        return Math.max(1, running.average.loadAvg);
    }

    private boolean fits(final SchedEntity entity, final int cpu) {
        final long used = Math.max(entity.average.utilAvg, entity.estimate);
        return used * MARGIN_PERCENT < runqueues.capacity(cpu) * 100L;
    }

    /** The greatest of these loads on {@code cpus}. */
    long greatest(final int[] cpus) {
        long most = 0;
        for (final int cpu : cpus) {
            most = Math.max(most, load(cpu));
        }
        return most;
    }
}
