package dev.perch.traces;

/** Receives a recording's events, in order of time. */
@FunctionalInterface
public interface EventSink {
    /** Takes one event, valid during this call only. */
    void event(Event event);

    /**
     * Takes some events, one after another, valid during this call only.
     *
     * @param some the events; the sink may change their order, as it likes
     * @param count how many of them, from the first
     */
    default void events(final Event[] some, final int count) {
        for (int i = 0; i < count; i++) {
            event(some[i]);
        }
    }
}
