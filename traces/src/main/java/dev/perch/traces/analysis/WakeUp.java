package dev.perch.traces.analysis;

import dev.perch.topology.Distance;

/** A wake-up from its beginning until the wakee runs. One object tells them all, one after another. */
public final class WakeUp {
    /** The wakee. */
    public int pid;
    /** Its name, in the recording's names. */
    public int comm;
    /** The task that woke it, or made it where it is new; 0 for an interrupt or an idle CPU. */
    public int wakerPid;
    /** The CPU it was woken from, -1 where not known. */
    public int wakerCpu;
    /** The CPU on which it ran before, -1 where not known or new. */
    public int prevCpu;
    /** The CPU on which it runs now. */
    public int cpu;
    /** When it was woken, ns. */
    public long nanos;
    /** How long it took until it ran, ns. */
    public long latencyNanos;
    /** How near a free idle CPU was as the wakee was placed on a busy one; null where it was not, or none was free. */
    public Distance missed;

    WakeUp() {}
}
