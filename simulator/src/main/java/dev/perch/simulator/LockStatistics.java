package dev.perch.simulator;

/**
 * How the runqueues' locks were used, summed over the CPUs.
 *
 * @param taken     how often one was taken
 * @param waited    how often it was held then, so that the taker had to queue
 * @param waitNanos how long takers queued in all, nanoseconds
 */
public record LockStatistics(long taken, long waited, long waitNanos) {
    /** Nothing counted. */
    static final LockStatistics NONE = new LockStatistics(0, 0, 0);

    /** What the locks of {@code processors} have seen so far; a CPU number without a CPU has none. */
    static LockStatistics of(final Processor[] processors) {
        long taken = 0;
        long waited = 0;
        long waitNanos = 0;
        for (final Processor p : processors) {
            if (p != null) {
                taken += p.lock.served();
                waited += p.lock.waited();
                waitNanos += p.lock.waitNanos();
            }
        }
        return new LockStatistics(taken, waited, waitNanos);
    }

    /** What came since {@code before}. */
    LockStatistics since(final LockStatistics before) {
        return new LockStatistics(taken - before.taken, waited - before.waited, waitNanos - before.waitNanos);
    }

    /** This and {@code other}. */
    LockStatistics plus(final LockStatistics other) {
        return new LockStatistics(taken + other.taken, waited + other.waited, waitNanos + other.waitNanos);
    }

    /** How many of the takers had to queue, in percent; {@code NaN} where none was taken. */
    public double waitedPercent() {
        return 100.0 * waited / taken;
    }
}
