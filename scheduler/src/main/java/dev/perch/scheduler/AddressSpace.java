package dev.perch.scheduler;

import java.util.Arrays;

/**
 * An address space (mm), and what cache-aware scheduling keeps for it: where its tasks ran lately, and the CPU whose LLC
 * they are believed to have filled. Other policies leave it alone.
 */
public final class AddressSpace {
    private static final long[] NONE = {};

    /** The CPU near which its data are believed to be; -1 for none. */
    public int preferredCpu = -1;
    /** The epoch at which it was last scanned. */
    public long epoch;
    private long[] runtime = NONE; // by CPU, nanoseconds, halved each epoch
    private long[] epochs = NONE; // by CPU: up to when the runtime is halved
    private long[] occupancy = NONE;

    /** An address space whose tasks have not run yet. */
    public AddressSpace() {}

    /** The share of an LLC believed to be filled with its data, as the last scan stored it for {@code cpu}; -1 for none. */
    public long occupancy(final int cpu) {
        return cpu < occupancy.length ? occupancy[cpu] : -1;
    }

    /** Stores the occupancy at {@code cpu}. */
    public void setOccupancy(final int cpu, final long share) {
        grow(cpu);
        occupancy[cpu] = share;
    }

    /** Its tasks' run time on {@code cpu}, as of epoch {@code now}, after {@code nanos} more. */
    public long charge(final int cpu, final long now, final long nanos) {
        grow(cpu);
        runtime[cpu] >>= Math.min(63, now - epochs[cpu]);
        runtime[cpu] += nanos;
        epochs[cpu] = now;
        return runtime[cpu];
    }

    private void grow(final int cpu) {
        final int before = runtime.length;
        if (cpu >= before) {
            final int after = Math.max(cpu + 1, 2 * before);
            runtime = Arrays.copyOf(runtime, after);
            epochs = Arrays.copyOf(epochs, after);
            occupancy = Arrays.copyOf(occupancy, after);
            Arrays.fill(occupancy, before, after, -1);
        }
    }
}
