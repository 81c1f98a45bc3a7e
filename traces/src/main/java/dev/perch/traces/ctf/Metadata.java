package dev.perch.traces.ctf;

import java.util.HashMap;
import java.util.Map;

/** What a trace's metadata describes. */
final class Metadata {
    /** Whether the trace's numbers have their most significant byte first. */
    boolean big;
    /** What each packet begins with; null where packets have no header. */
    Type.Struct packetHeader;
    /** The environment: the tracer, the kernel. */
    final Map<String, String> environment = new HashMap<>();
    /** The clock's name. */
    String clock = "";
    /** The clock's ticks a second. */
    long frequency = 1_000_000_000;
    /** The kinds of streams by their number. */
    final Map<Long, Stream> streams = new HashMap<>();

    /** A kind of stream; fields that it lacks are null. */
    static final class Stream {
        /** What follows a packet's header. */
        Type.Struct packetContext;
        /** What each event begins with. */
        Type.Struct eventHeader;
        /** What follows an event's header. */
        Type.Struct eventContext;
        /** The events by their number. */
        final Map<Long, EventType> events = new HashMap<>();
    }

    /** A kind of event. */
    static final class EventType {
        /** Its name. */
        String name = "";
        /** What stands before its fields; null where nothing does. */
        Type.Struct context;
        /** Its fields; null where it has none. */
        Type.Struct fields;
    }

    /** Whether this byte order of the language has the most significant byte first. */
    boolean isBig(final String order) {
        return switch (order) {
            case "be", "network" -> true;
            case "native" -> big;
            default -> false;
        };
    }

    /** The stream of this number, made if it is new. */
    Stream stream(final long id) {
        return streams.computeIfAbsent(id, number -> new Stream());
    }
}
