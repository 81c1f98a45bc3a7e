package dev.perch.topology;

/** A row of the table from which an architecture's kernel builds sched domains. */
final class DomainLevel {
    /** The domain's name. */
    final String name;
    /** A mask of the {@link SdFlag#bit}s that the level adds. */
    final int flags;
    /** The node distance that the level reaches; {@link Topology#LOCAL_DISTANCE} below the NUMA levels. */
    final int distance;

    private final CpuSet[] masks; // by CPU; null where there is no such CPU

    DomainLevel(final String name, final int flags, final int distance, final CpuSet[] masks) {
        this.name = name;
        this.flags = flags;
        this.distance = distance;
        this.masks = masks;
    }

    /** The CPUs of the part that {@code cpu} belongs to. */
    CpuSet mask(final int cpu) {
        return masks[cpu];
    }

    /** Whether parts may overlap, as those of NUMA levels do. */
    boolean overlaps() {
        return (flags & SdFlag.NUMA.bit()) != 0;
    }

    /**
     * Whether every two CPUs' parts are equal or disjoint, as kernels demand of all levels but NUMA's (they attach no
     * domain at all otherwise).
     */
    boolean isSane() {
        for (int cpu = 0; cpu < masks.length; cpu++) {
            final CpuSet mask = masks[cpu];
            if (mask != null && (cpu == mask.first() ? !isMaskOfAll(mask) : !mask.equals(masks[mask.first()]))) {
                return false;
            }
        }
        return true;
    }

    private boolean isMaskOfAll(final CpuSet mask) {
        for (int cpu = mask.first(); cpu >= 0; cpu = mask.next(cpu + 1)) {
            if (!mask.equals(masks[cpu])) {
                return false;
            }
        }
        return true;
    }
}
