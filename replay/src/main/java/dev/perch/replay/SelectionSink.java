package dev.perch.replay;

/** Is told each selection of a recording, and each CPU's going idle, when the state has been rebuilt up to it. */
interface SelectionSink {
    /** Looks at one selection, valid during this call; leaves the state as the kernel's decision would. */
    void selected(Selection selection);

    /** {@code cpu} went idle. */
    void idle(int cpu);
}
