package dev.perch.traces;

/** What a Perfetto trace that Perch writes tells in a way of its own, for which Perfetto has no field. */
public final class PerfettoMarks {
    /**
     * In place of a task's raw state, of which no kernel has so many bits: the recording of this CPU was cut here. For
     * Perfetto the state is unknown.
     */
    public static final int CUT_STATE = 0xffff;
    /**
     * In place of a release that is not known, or whose states have other bits than those written. Perfetto would read
     * a trace without any as one of 4.4, for which the bit of a preempted task says that it is being woken.
     */
    public static final String NO_RELEASE = "4.14.0-unknown";

    private PerfettoMarks() {}
}
