package dev.perch.scheduler.placement;

import dev.perch.topology.CpuSet;

/** How busy a sched group would be without the task to place: what the slow path compares. Holds for one call only. */
public interface GroupLoad {
    /** How busy a group is, idlest first. */
    enum Type {
        /** It has CPU time to spare. */
        HAS_SPARE,
        /** Its CPUs are busy but none waits. */
        FULLY_BUSY,
        /** No CPU of it has the capacity that the task needs. */
        MISFIT,
        /** Tasks wait. */
        OVERLOADED
    }

    /** Its CPUs. */
    CpuSet span();

    /** How busy it is. */
    Type type();

    /** How many of its CPUs idle, of those the task may run on. */
    int idleCpus();

    /** The load of those CPUs by their capacity, 1024 for one task a CPU; 0 where it has time to spare. */
    long averageLoad();
}
