package dev.perch.traces.analysis;

/** Receives what an {@link Analysis} makes out of single events: who ran where, and how each wake-up went. */
public interface Chronicle {
    /** One that nobody keeps. */
    Chronicle NONE = new Chronicle() {
        @Override
        public void ran(final int cpu, final int pid, final int comm, final long from, final long to) {}

        @Override
        public void woken(final WakeUp wakeUp) {}
    };

    /**
     * A task ran without a break, or was running when the recording of its CPU began or ended.
     *
     * @param comm its name as it left the CPU, in the recording's names
     * @param from when it came, ns
     * @param to when it left, ns
     */
    void ran(int cpu, int pid, int comm, long from, long to);

    /** A woken task runs now. Valid during this call only. */
    void woken(WakeUp wakeUp);
}
