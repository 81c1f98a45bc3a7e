package dev.perch.topology;

/** What a sched domain takes part in and what its CPUs share; declared in the order in which debugfs prints them. */
public enum SdFlag {
    /** Newly-idle balance pulls across this domain. */
    BALANCE_NEWIDLE,
    /** The slow path looks here on exec. */
    BALANCE_EXEC,
    /** The slow path looks here on fork. */
    BALANCE_FORK,
    /** The slow path looks here on wake-up. */
    BALANCE_WAKE,
    /** A wakee may be pulled to its waker within this domain. */
    WAKE_AFFINE,
    /** CPUs differ in capacity. */
    ASYM_CPUCAPACITY,
    /** The domain holds every capacity of the machine. */
    ASYM_CPUCAPACITY_FULL,
    /** CPUs share a core's capacity: SMT siblings. */
    SHARE_CPUCAPACITY,
    /** CPUs share a cluster (an L2 cache or LLC tag). */
    CLUSTER,
    /** CPUs share a last-level cache (SD_SHARE_PKG_RESOURCES before 6.9). */
    SHARE_LLC,
    /** Only one CPU balances this domain at a time. */
    SERIALIZE,
    /** Place busy groups by CPU number order. */
    ASYM_PACKING,
    /** Prefer to put tasks into a sibling domain. */
    PREFER_SIBLING,
    /** Groups overlap. */
    OVERLAP,
    /** Spans NUMA nodes. */
    NUMA;

    /** This flag's bit in a mask of flags, which never leaves the building of domains. */
    @SuppressWarnings("EnumOrdinal")
    int bit() {
        return 1 << ordinal();
    }

    /** The name that a kernel of {@code release} prints. */
    String label(final KernelRelease release) {
        return this == SHARE_LLC && !release.isAtLeast(6, 9) ? "SD_SHARE_PKG_RESOURCES" : "SD_" + name();
    }
}
