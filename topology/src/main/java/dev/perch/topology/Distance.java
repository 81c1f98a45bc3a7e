package dev.perch.topology;

/** How far two CPUs are apart: the smallest part of the machine that holds both. Declared nearest first. */
public enum Distance {
    /** The same CPU. */
    SAME_CPU("same CPU"),
    /** Two hardware threads of one core. */
    SMT("SMT"),
    /** Two cores of one cluster (a shared L2 or LLC tag). */
    CLUSTER("cluster"),
    /** The same last-level cache. */
    LLC("LLC"),
    /** The same NUMA node, another LLC. */
    NODE("node"),
    /** The same package, another node. */
    PACKAGE("package"),
    /** Another package. */
    SYSTEM("system");

    private final String label;

    Distance(final String label) {
        this.label = label;
    }

    /** The name that tables print. */
    public String label() {
        return label;
    }
}
