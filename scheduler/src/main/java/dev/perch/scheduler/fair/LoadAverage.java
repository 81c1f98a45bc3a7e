package dev.perch.scheduler.fair;

/**
 * Per-entity load tracking (PELT) of one task or runqueue: three decaying sums over periods of 1024 µs and the
 * averages derived from them. Time is divided into periods; a contribution made n periods ago weighs y^n (see
 * {@link Decay}). Updates shorter than 1024 ns are kept for later; averages move only when a period boundary is
 * crossed. Source: the kernel's documentation (scheduler/schedutil, sched-pelt) and the recorded vectors.
 */
public final class LoadAverage {
    /** The least divisor of the sums: what a full set of whole periods adds up to. */
    static final int MIN_DIVIDER = Decay.MAX_SUM - Decay.PERIOD;

    /** When the sums were last brought up to date, nanoseconds, in steps of 1024; 0 = never attached. */
    public long lastUpdate;
    /** Decayed time on the runqueue, times what {@link #advance} was told as load; unsigned. */
    public long loadSum;
    /** Decayed time runnable, 1024 an entity. */
    public long runnableSum;
    /** Decayed time running, times 1024. */
    public long utilSum;
    /** How much of the current period has passed, 0..1023. */
    public int periodContrib;
    /** Average load, weight units. */
    public long loadAvg;
    /** Average number of runnable entities, times 1024. */
    public long runnableAvg;
    /** Average utilisation, 0..1024. */
    public long utilAvg;

    /** All zero: never attached. */
    public LoadAverage() {}

    /** The divisor that turns a sum into an average at this point of the period. */
    public int divider() {
        return MIN_DIVIDER + periodContrib;
    }

    /**
     * Brings the sums up to {@code now}, the state since the last update having been {@code load} (0 = not
     * queued), {@code runnable} entities and {@code running} or not.
     *
     * @return whether a period boundary was crossed, so that the averages are due
     */
    public boolean advance(final long now, final long load, final long runnable, final boolean running) {
        final long elapsed = now - lastUpdate;
        if (elapsed < 0) { // the clocks of two CPUs may differ by a little
            lastUpdate = now;
            return false;
        }
        final long delta = elapsed >>> 10;
        if (delta == 0) {
            return false;
        }
        lastUpdate += delta << 10;
        return load == 0 ? accumulate(delta, 0, 0, false) : accumulate(delta, load, runnable, running);
    }

    private boolean accumulate(final long delta, final long load, final long runnable, final boolean running) {
        long contribution = delta & 0xFFFF_FFFFL;
        final long sinceBoundary = delta + periodContrib;
        final long periods = sinceBoundary / Decay.PERIOD;
        final int rest = (int) (sinceBoundary % Decay.PERIOD);
        if (periods > 0) {
            loadSum = Decay.decay(loadSum, periods);
            runnableSum = Decay.decay(runnableSum, periods);
            utilSum = Decay.decay(utilSum, periods) & 0xFFFF_FFFFL;
            if (load != 0) {
                contribution = segments(periods, Decay.PERIOD - periodContrib, rest);
            }
        }
        periodContrib = rest;
        loadSum += load * contribution;
        runnableSum += runnable * contribution << 10;
        if (running) {
            utilSum = utilSum + (contribution << 10) & 0xFFFF_FFFFL;
        }
        return periods > 0;
    }

    /** What {@code first} units {@code periods} ago, the whole periods between, and {@code last} units now weigh. */
    private static long segments(final long periods, final int first, final int last) {
        final long between = Decay.MAX_SUM - Decay.decay(Decay.MAX_SUM, periods) - Decay.PERIOD;
        return Decay.decay(first, periods) + between + last;
    }

    /** Derives the averages from the sums; {@code weight} is the entity's, or 1 for a runqueue. */
    public void average(final long weight) {
        final int divider = divider();
        loadAvg = Long.divideUnsigned(weight * loadSum, divider);
        runnableAvg = runnableSum / divider;
        utilAvg = utilSum / divider;
    }

    /** {@link #advance} and, where due, {@link #average}; tells whether the averages moved. */
    public boolean update(final long now, final long weight, final long load, final long runnable,
            final boolean running) {
        if (!advance(now, load, runnable, running)) {
            return false;
        }
        average(weight);
        return true;
    }

    /**
     * Adds the averages of {@code entity} to these of its runqueue, and sets its clock and sums by the runqueue's:
     * what happens when a task arrives that was never here or came from another CPU.
     *
     * @param weight the entity's
     */
    public void attach(final LoadAverage entity, final long weight) {
        final int divider = divider();
        entity.lastUpdate = Math.max(1, lastUpdate); // 0 says that it never was attached
        entity.periodContrib = periodContrib;
        entity.utilSum = entity.utilAvg * divider;
        entity.runnableSum = entity.runnableAvg * divider;
        entity.loadSum = entity.loadAvg * divider;
        entity.loadSum = weight < entity.loadSum ? entity.loadSum / weight : 1;
        loadAvg += entity.loadAvg;
        loadSum += weight * entity.loadSum;
        utilAvg += entity.utilAvg;
        utilSum += entity.utilSum;
        runnableAvg += entity.runnableAvg;
        runnableSum += entity.runnableSum;
    }

    /** Takes the averages of {@code entity}, which leaves at once, from these of its runqueue. */
    public void detach(final LoadAverage entity, final long weight) {
        subtractLoad(entity.loadAvg, weight * entity.loadSum);
        subtractUtilization(entity.utilAvg, entity.utilSum);
        subtractRunnable(entity.runnableAvg, entity.runnableSum);
    }

    /** Takes averages, gathered from entities that left while asleep, from these of their runqueue. */
    public void remove(final long load, final long utilization, final long runnable) {
        final int divider = divider();
        subtractLoad(load, load * divider);
        subtractUtilization(utilization, utilization * divider);
        subtractRunnable(runnable, runnable * divider);
    }

    // INVARIANT after a subtraction: a sum is never below what its average stands for.

    private void subtractLoad(final long average, final long sum) {
        loadAvg = Math.max(0, loadAvg - average);
        loadSum = Math.max(Math.max(0, loadSum - sum), loadAvg * MIN_DIVIDER);
    }

    private void subtractUtilization(final long average, final long sum) {
        utilAvg = Math.max(0, utilAvg - average);
        utilSum = Math.max(Math.max(0, utilSum - sum), utilAvg * MIN_DIVIDER);
    }

    private void subtractRunnable(final long average, final long sum) {
        runnableAvg = Math.max(0, runnableAvg - average);
        runnableSum = Math.max(Math.max(0, runnableSum - sum), runnableAvg * MIN_DIVIDER);
    }
}
