package dev.perch.scheduler;

/** What one decision did and cost; filled anew by every {@link Placement#select}. */
public final class Search {
    /** The CPU that wake-affine chose; -1 where it was not asked. */
    public int affineTarget;
    /** Whether the wake-up was found wide: 1 or 0, or -1 where that was not asked. */
    public int wide;
    /** Whether the slow path (idlest group, then CPU) decided. */
    public boolean slowPath;
    /** Whether select_idle_sibling was called. */
    public boolean searched;
    /** Whether target, prev and recent all failed and the search beyond them was entered. */
    public boolean domainSearched;
    /** Runqueues examined in that search. */
    public int probes;
    /** Whether that search found no idle CPU. */
    public boolean failed;

    /** Forgets the last decision. */
    public void clear() {
        affineTarget = -1;
        wide = -1;
        slowPath = false;
        searched = false;
        domainSearched = false;
        probes = 0;
        failed = false;
    }
}
