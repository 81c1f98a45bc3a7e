package dev.perch.scheduler;

/**
 * One wake-up as placement sees it. A mutable parameter object that a driver fills and uses again for the next
 * wake-up, so that deciding allocates nothing.
 */
public final class WakeUp {
    /** A task that calls exec (WF_EXEC). */
    public static final int EXEC = 0x02;
    /** A new task after fork (WF_FORK). */
    public static final int FORK = 0x04;
    /** An ordinary wake-up (WF_TTWU). */
    public static final int TTWU = 0x08;
    /** The waker is about to sleep (WF_SYNC). */
    public static final int SYNC = 0x10;
    /** Prefer the waker's CPU (WF_CURRENT_CPU; since 6.6). */
    public static final int CURRENT_CPU = 0x40;
    /** Nanoseconds between two ticks of the scheduler's clock: a jiffy, at 250 a second. */
    public static final long TICK_NANOS = 4_000_000;

    /** The task to place; its {@link Task#cpu} is the previous CPU. */
    public Task wakee;
    /**
     * The task that runs on {@link #cpu}, which wakes it or is interrupted by what wakes it: the CPU's idle task where
     * the CPU idles. Null only in drivers without idle tasks, whose policies are not a kernel's.
     */
    public Task waker;
    /** The CPU on which the wake-up happens. */
    public int cpu;
    /** Whether it happens in an interrupt, not in the waker's own code. */
    public boolean inInterrupt;
    /** Which kind: a union of the constants above. */
    public int flags;
    /** The scheduler's clock, nanoseconds. */
    public long nowNanos;

    /** The clock in whole ticks. */
    public long jiffies() {
        return nowNanos / TICK_NANOS;
    }
}
