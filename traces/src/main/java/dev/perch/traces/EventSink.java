package dev.perch.traces;

/** Receives a recording's events, in order of time. */
@FunctionalInterface
public interface EventSink {
    /** Takes one event, valid during this call only. */
    void event(Event event);
}
