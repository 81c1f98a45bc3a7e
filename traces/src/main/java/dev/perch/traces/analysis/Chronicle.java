package dev.perch.traces.analysis;

import dev.perch.traces.Event;
import dev.perch.traces.EventSink;

/**
 * Receives what an {@link Analysis} makes out of single events: who ran where, and how each wake-up went; and each event
 * itself, after what it led to.
 */
public interface Chronicle extends EventSink {
    /** One that nobody keeps. */
    Chronicle NONE = new Chronicle() {
    };

    @Override
    default void event(final Event event) {}

    /** The recording's first event, ns. */
    default void begins(final long nanos) {}

    /**
     * A task ran without a break, or was running when the recording of its CPU began or ended.
     *
     * @param comm its name as it left the CPU, in the recording's names
     * @param from when it came, ns
     * @param to when it left, ns
     */
    default void ran(final int cpu, final int pid, final int comm, final long from, final long to) {}

    /** A woken task runs now. Valid during this call only. */
    default void woken(final WakeUp wakeUp) {}
}
