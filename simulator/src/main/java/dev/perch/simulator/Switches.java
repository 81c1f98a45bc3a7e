package dev.perch.simulator;

/**
 * How often CPUs switched away from a task, summed over them: the kernel's voluntary and involuntary context switches.
 *
 * @param blocked   from a task that went to sleep, or ended
 * @param preempted from a task that could have gone on
 */
public record Switches(long blocked, long preempted) {
    /** Nothing counted. */
    static final Switches NONE = new Switches(0, 0);

    /** What {@code processors} have done so far; a CPU number without a CPU has done nothing. */
    static Switches of(final Processor[] processors) {
        long blocked = 0;
        long preempted = 0;
        for (final Processor p : processors) {
            if (p != null) {
                blocked += p.blocked;
                preempted += p.preempted;
            }
        }
        return new Switches(blocked, preempted);
    }

    /** What came since {@code before}. */
    Switches since(final Switches before) {
        return new Switches(blocked - before.blocked, preempted - before.preempted);
    }

    /** This and {@code other}. */
    Switches plus(final Switches other) {
        return new Switches(blocked + other.blocked, preempted + other.preempted);
    }

    /** How many of them were preemptions, in percent; {@code NaN} where there were none. */
    public double preemptedPercent() {
        return 100.0 * preempted / (blocked + preempted);
    }
}
