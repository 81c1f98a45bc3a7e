package dev.perch.simulator;

/** Memory that one task streams over: it lies on the node of the CPU that touches it first. */
public final class Pages {
    /** That node's index; -1 before the first touch. */
    int node = -1;

    /** Memory that nobody has touched. */
    public Pages() {}
}
