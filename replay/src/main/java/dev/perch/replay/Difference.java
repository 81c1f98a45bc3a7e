package dev.perch.replay;

/**
 * A selection that the recorded kernel's policy decided otherwise on the rebuilt state.
 *
 * @param nanos     when, in the recording's clock
 * @param wakee     the wakee's pid
 * @param cpu       the waker's CPU
 * @param prev      the wakee's previous CPU
 * @param recorded  the CPU that the kernel chose
 * @param rebuilt   the CPU that its policy chose on the rebuilt state
 * @param step      the step of the search that chose that
 * @param cause     the unrecorded state that could explain it
 */
public record Difference(long nanos, int wakee, int cpu, int prev, int recorded, int rebuilt, String step,
        Unrecorded cause) {}
