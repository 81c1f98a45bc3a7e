package dev.perch.scheduler;

/**
 * Decides where tasks run, for one machine and one run. Called by one driver; keeps no clock of its own. The driver
 * also tells it what the kernel tells its placement code: idle entries, ticks, balance, run time.
 */
@FunctionalInterface
public interface Placement {
    /**
     * The CPU on which {@code wakeUp.wakee} shall run. Reads and writes {@link Runqueues} and the tasks as the kernel
     * does; says in {@code search} what it cost.
     */
    int select(WakeUp wakeUp, Search search);

    /** {@code cpu} picked its idle task; the runqueues show it idle already. */
    default void enteredIdle(final int cpu) {}

    /** The tick came on {@code cpu}, which runs {@code current} (its idle task where it idles). */
    default void ticked(final int cpu, final Task current, final long nowNanos) {}

    /** {@code task} ran on {@code cpu} for {@code nanos} until {@code nowNanos}. */
    default void ran(final int cpu, final Task task, final long nanos, final long nowNanos) {}

    /** {@code task} returns to user mode on {@code cpu}: work queued by a tick is done now. */
    default void returnedToUser(final int cpu, final Task task, final long nowNanos) {}

    /**
     * Periodic (not newly-idle) balance of the LLC domain of {@code cpu} has summed up its utilisation.
     *
     * @param imbalancePct   the domain's imbalance_pct
     * @param sumUtilization the sum of the CPUs' utilisation, 0 upwards
     */
    default void balancedLlc(final int cpu, final int imbalancePct, final long sumUtilization) {}

    /**
     * Whether balance, which considers {@code task} on {@code from} for {@code to}, is to take it for cache-hot.
     *
     * @param ranJustNow whether it ran there within the migration cost: the kernel's own rule
     */
    default boolean isCacheHot(final Task task, final int from, final int to, final boolean ranJustNow) {
        return ranJustNow;
    }
}
