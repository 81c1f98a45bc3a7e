/** What the kernel decides: placement, runqueues, the fair class, load balance. No clock, no I/O, no randomness. */
module dev.perch.scheduler {
    requires transitive dev.perch.topology;

    exports dev.perch.scheduler;
    exports dev.perch.scheduler.balance;
    exports dev.perch.scheduler.fair;
    exports dev.perch.scheduler.placement;
    exports dev.perch.scheduler.runtime;

    uses dev.perch.scheduler.Policy;

    provides dev.perch.scheduler.Policy with dev.perch.scheduler.runtime.JvmPerch,
            dev.perch.scheduler.runtime.JvmForkJoin;
}
