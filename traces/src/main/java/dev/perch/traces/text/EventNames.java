package dev.perch.traces.text;

import dev.perch.traces.EventKind;
import dev.perch.traces.Names;
import java.util.Arrays;

/** Tells an event's kind by its name. */
final class EventNames {
    private final Names names = new Names();
    private final EventKind[] kinds;

    EventNames() {
        final EventKind[] all = EventKind.values();
        final var byNumber = new EventKind[all.length + names.size()];
        Arrays.fill(byNumber, EventKind.OTHER);
        for (final EventKind kind : all) {
            byNumber[names.of(kind.tracepoint())] = kind.tracepoint().isEmpty() ? EventKind.OTHER : kind;
        }
        kinds = byNumber;
    }

    /**
     * Reads {@code [system:]name:} at the fields' place and goes behind it and its blanks.
     *
     * @return the kind; {@link EventKind#OTHER} where it is not one of ours or there is no name
     */
    EventKind read(final Fields fields) {
        fields.skipBlanks();
        int end = nameEnd(fields, fields.at);
        if (end + 1 < fields.end && fields.bytes[end] == ':' && isNameByte(fields.bytes[end + 1])) {
            fields.at = end + 1; // the name behind its system's
            end = nameEnd(fields, fields.at);
        }
        if (end >= fields.end || fields.bytes[end] != ':') {
            return EventKind.OTHER;
        }
        final int number = names.of(fields.bytes, fields.at, end - fields.at);
        fields.at = end + 1;
        fields.skipBlanks();
        return number < kinds.length ? kinds[number] : EventKind.OTHER;
    }

    private static int nameEnd(final Fields fields, final int from) {
        int i = from;
        while (i < fields.end && isNameByte(fields.bytes[i])) {
            i++;
        }
        return i;
    }

    private static boolean isNameByte(final int character) {
        return character >= 'a' && character <= 'z' || character >= 'A' && character <= 'Z' || character == '_'
                || Stamps.isDigit(character);
    }
}
