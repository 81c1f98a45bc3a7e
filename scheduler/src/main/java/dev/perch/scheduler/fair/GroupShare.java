package dev.perch.scheduler.fair;

import dev.perch.topology.KernelRelease;

/**
 * One CPU's part of the load that a task group sums up over all CPUs in one cache line (update_tg_load_avg), and how
 * often the CPU touched that line. Mutable.
 */
final class GroupShare {
    private static final long INTERVAL = 1_000_000;

    private final boolean spaced;
    private long load;
    private long writtenAt;
    private long writes;
    private long reads;

    /** The part of a CPU whose runqueue is empty, under the kernel of {@code release}. */
    GroupShare(final KernelRelease release) {
        spaced = release.isAtLeast(6, 7);
    }

    /** Whether the load {@code changed} is to be added: it differs by a 64th and, since 6.7, the last write is 1 ms old. */
    boolean isDue(final long changed, final long now) {
        return !(spaced && now - writtenAt < INTERVAL) && Math.abs(changed - load) > load / 64;
    }

    /** The CPU's load is {@code changed} now: adds the difference if it {@link #isDue}. */
    void write(final long changed, final long now) {
        if (isDue(changed, now)) {
            load = changed;
            writtenAt = now;
            writes++;
        }
    }

    /** The CPU reads the sum. */
    void read() {
        reads++;
    }

    long writes() {
        return writes;
    }

    long reads() {
        return reads;
    }
}
