package dev.perch.scheduler.balance;

import dev.perch.topology.Partition;
import dev.perch.topology.SchedDomain.SchedGroup;
import dev.perch.topology.SdFlag;

/** A sched group as each look reads it: its CPUs one by one. Shared by the domains of all CPUs that have the group. */
final class Members {
    final SchedGroup group;
    /** Its CPUs, lowest first. */
    final int[] cpus;
    /** How many cores they are, a core of which only some siblings are among them counted once. */
    final int cores;
    /** Whether it is one core's siblings, or whole cores of more than one. */
    final boolean sharesCapacity;

    Members(final SchedGroup group, final Partition allCores) {
        this.group = group;
        cpus = group.span().stream().toArray();
        cores = (int) group.span().stream().map(allCores::of).distinct().count();
        sharesCapacity = group.flags().contains(SdFlag.SHARE_CPUCAPACITY);
    }

    /** The CPU under whose number balance remembers what it does of the group. */
    int first() {
        return cpus[0];
    }
}
