package dev.perch.replay;

/** Is told what placement code learns in a kernel, and each selection, when the state has been rebuilt up to it. */
interface SelectionSink {
    /** Looks at one selection, valid during this call; leaves the state as the kernel's decision would. */
    void selected(Selection selection);

    /** {@code cpu} went idle. */
    void idle(int cpu);

    /** {@code task} had {@code cpu} for {@code nanos} until {@code now}. */
    void ran(int cpu, RecordedTask task, long nanos, long now);

    /** The tick came on {@code cpu}, which runs {@code task}. */
    void ticked(int cpu, RecordedTask task, long now);
}
