package dev.perch.scheduler.placement;

import dev.perch.scheduler.Task;
import dev.perch.topology.CpuSet;
import dev.perch.topology.KernelRelease;
import dev.perch.topology.SchedDomain;

/**
 * How long fork and exec keep a task on its waker's node though another has more idle CPUs (the end of
 * find_idlest_group). The form of 5.12 to 5.17, a quarter of the domain, is no known kernel's.
 *
 * <p>Since 6.0 the kernel's text also asks that the other node idles by no more than two CPUs (adjust_numa_imbalance),
 * counting by the absolute of an unsigned difference. The scenarios of 6.1 and 6.12 answer as though that difference
 * never counted, and are followed here.
 */
enum StayOnNode {
    /** While it has an idle CPU (until 5.11). */
    WHILE_IDLE {
        @Override
        boolean holds(final SchedDomain domain, final GroupStatistics own, final Task task) {
            return own.idleCpus > 0;
        }
    },
    /** While few tasks run there (5.18 and 5.19). */
    WHILE_FEW_RUN {
        @Override
        boolean holds(final SchedDomain domain, final GroupStatistics own, final Task task) {
            return own.nrRunning + 1 <= domain.imbNumaNr();
        }
    },
    /** While few tasks run there, for the CPUs there that it may use (since 6.0). */
    WHILE_FEW_RUN_WHERE_ALLOWED {
        @Override
        boolean holds(final SchedDomain domain, final GroupStatistics own, final Task task) {
            return own.nrRunning + 1 <= Math.min(usable(own.span(), task), domain.imbNumaNr());
        }
    };

    /** The rule of {@code release}. */
    static StayOnNode of(final KernelRelease release) {
        return release.isAtLeast(6, 0) ? WHILE_FEW_RUN_WHERE_ALLOWED
                : release.isAtLeast(5, 12) ? WHILE_FEW_RUN : WHILE_IDLE;
    }

    /** Whether {@code task} stays in group {@code own} of the NUMA level {@code domain}. */
    abstract boolean holds(SchedDomain domain, GroupStatistics own, Task task);

    private static int usable(final CpuSet span, final Task task) {
        int cpus = 0;
        for (int word = 0; word < span.wordCount(); word++) {
            cpus += Long.bitCount(span.word(word) & task.allowed().word(word));
        }
        return cpus;
    }
}
