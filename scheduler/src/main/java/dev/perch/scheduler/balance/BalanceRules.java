package dev.perch.scheduler.balance;

import dev.perch.topology.KernelRelease;

/**
 * Where the load balance of the releases differs.
 *
 * @param wholeCoresFirst      a CPU of an idle core balances before one whose sibling is busy (since 6.7)
 * @param weighsCores          sibling groups are compared by tasks a core, and a core with two tasks is busier than any
 *                             other group without waiting tasks (since 6.6)
 * @param halvesBeforeNuma     the gap is halved before the allowance between nodes, not after (until 5.17)
 * @param newIdleByDomain      newly-idle balance is weighed against each domain's cost, not against the migration cost
 *                             (since 5.17)
 * @param newIdlePullsOne      newly-idle balance stops at the first task, as preemptible kernels do; since 5.12
 *                             distributions build those (PREEMPT_DYNAMIC)
 * @param failuresShiftLoad    each failed balance halves what a task's utilisation is taken for, too (since 6.8)
 * @param pushesForTasksOnly   failures lead to a push only where single tasks, not load, are out of balance (since 5.12)
 */
record BalanceRules(boolean wholeCoresFirst, boolean weighsCores, boolean halvesBeforeNuma, boolean newIdleByDomain,
        boolean newIdlePullsOne, boolean failuresShiftLoad, boolean pushesForTasksOnly) {

    /** How long a task that ran stays cache-hot, nanoseconds (sysctl_sched_migration_cost). */
    static final long MIGRATION_COST = 500_000;
    /** How many tasks one balance looks at most at (sysctl_sched_nr_migrate). */
    static final int NR_MIGRATE = 32;

    static BalanceRules of(final KernelRelease release) {
        return new BalanceRules(release.isAtLeast(6, 7), release.isAtLeast(6, 6), !release.isAtLeast(5, 18),
                release.isAtLeast(5, 17), release.isAtLeast(5, 12), release.isAtLeast(6, 8), release.isAtLeast(5, 12));
    }
}
