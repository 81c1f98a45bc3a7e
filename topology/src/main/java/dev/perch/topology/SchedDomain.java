package dev.perch.topology;

import java.util.List;
import java.util.Set;

/**
 * One sched domain as one CPU sees it.
 *
 * @param index         0 is the innermost
 * @param name          as the kernel's debugfs prints it: SMT, CLS, MC, PKG (DIE before 6.7), NUMA
 * @param span          the CPUs it covers
 * @param flags         what it takes part in
 * @param groups        the parts that balance compares, this CPU's own group first
 * @param imbalancePct  how much busier, in percent, a group must be to be worth pulling from
 * @param busyFactor    by how much a busy CPU stretches the balance interval
 * @param cacheNiceTries failed balances before cache-hot tasks are moved
 * @param minInterval   shortest balance interval, milliseconds
 * @param maxInterval   longest balance interval, milliseconds
 * @param imbNumaNr     up to how many running tasks a node may be the busier one: about a task for each LLC of a node,
 *                      or an eighth of the node where it is one LLC; 0 within an LLC
 */
public record SchedDomain(int index, String name, CpuSet span, Set<SdFlag> flags, List<SchedGroup> groups,
        int imbalancePct, int busyFactor, int cacheNiceTries, int minInterval, int maxInterval,
        int imbNumaNr) {

    /** Whether the domain has {@code flag}. */
    public boolean has(final SdFlag flag) {
        return flags.contains(flag);
    }

    /**
     * A part of a domain.
     *
     * @param span  the CPUs it covers
     * @param flags the flags of the domain below that it stands for; empty for single CPUs
     */
    public record SchedGroup(CpuSet span, Set<SdFlag> flags) {}
}
