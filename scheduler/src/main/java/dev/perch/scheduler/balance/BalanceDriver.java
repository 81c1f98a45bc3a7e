package dev.perch.scheduler.balance;

/** Who carries out and times what {@link LoadBalance} decides: the simulator. */
public interface BalanceDriver {
    /**
     * A look at one sched domain has ended. Its {@link Look#pulled} tasks have left their runqueue; the driver
     * attaches them to that of {@link Look#cpu()} before any of it runs again. Where {@link Look#pushFrom()} is a CPU,
     * a stopper there is to call {@link LoadBalance#push} for the same CPU and domain.
     *
     * @return how long the look took, nanoseconds
     */
    long looked(Look look);

    /** {@code cpu} idles and shall be woken to call {@link LoadBalance#idleBalance}. */
    void kick(int cpu);

    /** The averages of {@code cpu}'s runqueue were brought up to date without an event of a task. */
    void averaged(int cpu);
}
