package dev.perch.runtime;

import dev.perch.scheduler.fair.LoadAverage;

/** One carrier's decaying averages (PELT), brought up to date by the tick from the carrier's count of busy time. */
final class CarrierAverages {
    private final LoadAverage average = new LoadAverage();
    private long busySeen;
    private volatile long load;
    private volatile int utilization;
    private volatile int runnable;

    /**
     * Advances to {@code nowNanos}. Busy time is laid before idle time: when within a tick it was busy is not kept.
     *
     * @param busyNanos how long the carrier was busy since it began
     * @param queued    how many are runnable on it now
     */
    void advance(final long nowNanos, final long busyNanos, final int queued) {
        if (average.lastUpdate == 0) {
            average.lastUpdate = nowNanos;
        }
        final long busyEnd = Math.min(nowNanos, average.lastUpdate + Math.max(0, busyNanos - busySeen));
        busySeen = Math.max(busySeen, busyNanos);
        final int entities = Math.max(1, queued); // while it was busy there was one at least
        average.update(busyEnd, 1, entities * 1024L, entities, true);
        average.update(nowNanos, 1, 0, 0, false);
        load = average.loadAvg;
        utilization = (int) Math.min(1024, average.utilAvg);
        runnable = (int) average.runnableAvg;
    }

    /** 1024 a runnable entity, decayed. */
    long load() {
        return load;
    }

    /** 0..1024. */
    int utilization() {
        return utilization;
    }

    /** 1024 a runnable entity, decayed. */
    int runnable() {
        return runnable;
    }
}
