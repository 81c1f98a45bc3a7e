package dev.perch.scheduler;

/**
 * One wake-up as placement sees it. A mutable parameter object that a driver fills and uses again for the next
 * wake-up, so that deciding allocates nothing.
 */
public final class WakeUp {
    /** An ordinary wake-up (WF_TTWU). */
    public static final int TTWU = 0x8;
    /** The waker is about to sleep (WF_SYNC). */
    public static final int SYNC = 0x10;
    /** A new task after fork (WF_FORK). */
    public static final int FORK = 0x4;
    /** A task that calls exec (WF_EXEC). */
    public static final int EXEC = 0x2;
    /** Prefer the waker's CPU (WF_CURRENT_CPU). */
    public static final int CURRENT_CPU = 0x40;

    /** The task to place. */
    public Task wakee;
    /** The task that wakes it; null where an interrupt without a task behind it does. */
    public Task waker;
    /** The CPU on which the wake-up happens. */
    public int cpu;
    /** Which kind: a union of the constants above. */
    public int flags;
    /** The scheduler's clock, nanoseconds. */
    public long nowNanos;
}
