package dev.perch.traces.text;

import dev.perch.traces.Event;

/** The part of a line before the event's name: who, where, when. */
interface LineHead {
    /**
     * Reads it from the fields' place, sets nanos, cpu, pid, comm and flags, and leaves the place at the event's
     * name; false, with the event in any state, where the line does not begin so.
     */
    boolean read(Fields fields, Event event);
}
