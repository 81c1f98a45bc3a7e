package dev.perch.scheduler.placement;

import dev.perch.scheduler.Runqueues;
import dev.perch.scheduler.ScanCost;

/** Passes every question on to the true runqueues, and tells an observer of each check whether a CPU idles. */
final class WatchedRunqueues implements Runqueues {
    private final Runqueues runqueues;
    private final Observer observer;

    WatchedRunqueues(final Runqueues runqueues, final Observer observer) {
        this.runqueues = runqueues;
        this.observer = observer;
    }

    @Override
    public boolean isAvailableIdle(final int cpu) {
        observer.checkedIdle(cpu);
        return runqueues.isAvailableIdle(cpu);
    }

    @Override
    public boolean isSchedIdle(final int cpu) {
        return runqueues.isSchedIdle(cpu);
    }

    @Override
    public boolean runsIdleTask(final int cpu) {
        return runqueues.runsIdleTask(cpu);
    }

    @Override
    public long availableIdle(final int word) {
        return runqueues.availableIdle(word);
    }

    @Override
    public long schedIdle(final int word) {
        return runqueues.schedIdle(word);
    }

    @Override
    public long free(final int word) {
        return runqueues.free(word);
    }

    @Override
    public long idleCores(final int word) {
        return runqueues.idleCores(word);
    }

    @Override
    public int nrRunning(final int cpu) {
        return runqueues.nrRunning(cpu);
    }

    @Override
    public int nrDelayed(final int cpu) {
        return runqueues.nrDelayed(cpu);
    }

    @Override
    public long load(final int cpu) {
        return runqueues.load(cpu);
    }

    @Override
    public int utilization(final int cpu) {
        return runqueues.utilization(cpu);
    }

    @Override
    public int utilizationEstimate(final int cpu) {
        return runqueues.utilizationEstimate(cpu);
    }

    @Override
    public int runnable(final int cpu) {
        return runqueues.runnable(cpu);
    }

    @Override
    public int capacity(final int cpu) {
        return runqueues.capacity(cpu);
    }

    @Override
    public long idleSince(final int cpu) {
        return runqueues.idleSince(cpu);
    }

    @Override
    public int exitLatencyMicros(final int cpu) {
        return runqueues.exitLatencyMicros(cpu);
    }

    @Override
    public int nrIdleScan(final int llc) {
        return runqueues.nrIdleScan(llc);
    }

    @Override
    public void setNrIdleScan(final int llc, final int limit) {
        runqueues.setNrIdleScan(llc, limit);
    }

    @Override
    public boolean hasIdleCores(final int llc) {
        return runqueues.hasIdleCores(llc);
    }

    @Override
    public void setHasIdleCores(final int llc, final boolean has) {
        runqueues.setHasIdleCores(llc, has);
    }

    @Override
    public ScanCost scanCost(final int cpu) {
        return runqueues.scanCost(cpu);
    }

    @Override
    public long scanNanos(final int examined) {
        return runqueues.scanNanos(examined);
    }
}
