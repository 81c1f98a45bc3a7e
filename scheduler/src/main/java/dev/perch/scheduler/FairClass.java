package dev.perch.scheduler;

/** How the fair class picks among the runnable tasks of one runqueue. */
public enum FairClass {
    /** Least virtual runtime first (until 6.5). */
    CFS,
    /** Earliest eligible virtual deadline first (since 6.6). */
    EEVDF
}
