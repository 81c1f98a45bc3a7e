package dev.perch.scheduler.placement;

import dev.perch.topology.SchedDomain;

/** Is told each step of a decision that is made CPU by CPU. */
public interface Observer {
    /** An observer that looks away. */
    Observer NONE = new Observer() {
    };

    /** The search of an idle CPU near {@code target} begins. */
    default void searching(final int prev, final int target) {}

    /**
     * The part of the search named {@code phase} looked at {@code cpu}.
     *
     * @param budget how many more runqueues the scan may look at; -1 where nothing bounds it
     */
    default void looked(final Phase phase, final int cpu, final Verdict verdict, final int budget) {}

    /**
     * The slow path compared the groups of {@code domain}.
     *
     * @param own    the group that holds the waker's CPU; null where the task may not run there
     * @param idlest the idlest of the others; null where it may run in none
     * @param leaves whether it goes on in {@code idlest}
     */
    default void compared(final SchedDomain domain, final GroupLoad own, final GroupLoad idlest,
            final boolean leaves) {}

    /** The scan is refused: the LLC is overloaded, or the waker has no LLC. */
    default void refused() {}

    /** The scan ended before its span did: its budget was used up. */
    default void exhausted() {}

    /** The SMT siblings of prev are looked at (select_idle_smt). */
    default void callingSmt() {}

    /** available_idle_cpu was asked about {@code cpu}. */
    default void checkedIdle(final int cpu) {}

    /** Which part of the search looks. */
    enum Phase {
        /** The target. */
        TARGET,
        /** The previous CPU. */
        PREV,
        /** The recently used CPU. */
        RECENT,
        /** The SMT siblings of the previous CPU. */
        SMT,
        /** The domain that holds every capacity. */
        CAPACITY,
        /** Cores of the target's cluster. */
        CLUSTER_CORES,
        /** CPUs of the target's cluster. */
        CLUSTER,
        /** Cores of the target's LLC. */
        LLC_CORES,
        /** CPUs of the target's LLC. */
        LLC,
        /** What was remembered: prev or recent. */
        FALLBACK,
        /** The CPUs of the slow path's group. */
        GROUP
    }

    /** What was found of a CPU. */
    enum Verdict {
        /** It idles and is taken. */
        TAKEN,
        /** It idles, but outside the target's cluster: remembered. */
        REMEMBERED,
        /** It is busy (of a core: not every sibling idles). */
        BUSY,
        /** It idles but the task is too large for it. */
        TOO_SMALL,
        /** It is in another LLC than the target. */
        ELSEWHERE,
        /** The task may not run there. */
        FORBIDDEN,
        /** It is all that its group has: taken. */
        ONLY,
        /** It runs SCHED_IDLE tasks alone: taken. */
        SCHED_IDLE,
        /** None of its group is known to idle, and it has the least load: taken. */
        LEAST_LOADED,
        /** The waker's own, for none of the group is busy, nor tells since when it idles. */
        UNKNOWN
    }
}
