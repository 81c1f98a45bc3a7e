package dev.perch.runtime;

import dev.perch.topology.CpuSet;

/**
 * Where a group's threads may be placed. Above half of the LLC's capacity the group may go anywhere, until the LLC's
 * utilisation has fallen a fifth below that: the kernel's {@code overaggr_pct} and {@code imb_pct}.
 */
final class PreferredLlc {
    private static final int OVERLOAD_PERCENT = 50;
    private static final int RETURN_PERCENT = OVERLOAD_PERCENT * 80 / 100;

    private final CpuSet llc;
    private final CpuSet all;
    private volatile CpuSet cpus;

    /** Prefers {@code llc}, and where that is overloaded {@code all}. */
    PreferredLlc(final CpuSet llc, final CpuSet all) {
        this.llc = llc;
        this.all = all;
        cpus = llc;
    }

    /** The CPUs of the LLC. */
    CpuSet llc() {
        return llc;
    }

    /** Where its threads may be placed now. */
    CpuSet cpus() {
        return cpus;
    }

    /** Learns that the LLC's carriers use {@code utilization} in all, 1024 a CPU. */
    void review(final long utilization) {
        final long percent = utilization * 100 / (1024L * llc.size());
        if (percent > OVERLOAD_PERCENT) {
            cpus = all;
        } else if (percent < RETURN_PERCENT) {
            cpus = llc;
        }
    }
}
