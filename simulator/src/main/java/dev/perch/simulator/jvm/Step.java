package dev.perch.simulator.jvm;

/** A step of a virtual thread's program: CPU time, then an effect on others. A program repeats its steps for ever. */
interface Step {
    /** The CPU time up to the effect, nanoseconds, if {@code self} takes the step on {@code cpu} now. */
    double nanos(VirtualThread self, int cpu);

    /**
     * The effect.
     *
     * @return whether it came about; if not, {@code self} waits, is among those that will be woken, and then tries again
     */
    boolean happen(VirtualThread self, JvmThread on);
}
