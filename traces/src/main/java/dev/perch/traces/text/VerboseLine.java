package dev.perch.traces.text;

import dev.perch.traces.Event;
import dev.perch.traces.Intake;

/**
 * {@code comm pid cpu flags preempt-count number [stamp] millis.micros ms (+delta): }, the latency format with the option
 * verbose. A name may hold blanks and brackets, so the first stamp in brackets with all the numbers before counts.
 */
final class VerboseLine implements LineHead {
    private static final int DECIMAL = 10;
    private static final int HEXADECIMAL = 16;
    private static final int MOST_FLAGS = 0xffff;

    @Override
    public boolean read(final Fields fields, final Event event) {
        final int from = fields.at;
        for (int i = from + 1; i < fields.end; i++) {
            if (fields.bytes[i] == '[' && fields.bytes[i - 1] == ' ' && behind(fields, i, event)
                    && before(fields, from, i, event)) {
                return true;
            }
        }
        return false;
    }

    private static boolean behind(final Fields fields, final int open, final Event event) {
        final byte[] bytes = fields.bytes;
        int i = open + 1;
        while (i < fields.end && Character.digit(bytes[i], HEXADECIMAL) >= 0) {
            i++;
        }
        if (i + 1 >= fields.end || bytes[i] != ']' || bytes[i + 1] != ' ') {
            return false;
        }
        i += 2;
        long micros = 0;
        int point = 0;
        final int first = i;
        for (; i < fields.end && (Stamps.isDigit(bytes[i]) || bytes[i] == '.') && i < first + 18; i++) {
            if (bytes[i] == '.') {
                point = i;
            } else {
                micros = micros * 10 + bytes[i] - '0';
            }
        }
        if (point == 0 || i - point != 4 || i + 3 >= fields.end || bytes[i] != 'm' || bytes[i + 1] != 's'
                || bytes[i + 3] != '(') {
            return false;
        }
        while (i < fields.end && bytes[i] != ')') {
            i++;
        }
        if (i + 1 >= fields.end || bytes[i + 1] != ':') {
            return false;
        }
        event.nanos = micros * 1000;
        fields.at = i + 2;
        return true;
    }

    /** Reads what stands before the stamp, from its end. */
    private static boolean before(final Fields fields, final int from, final int open, final Event event) {
        final var back = new Backwards(fields.bytes, from, open);
        back.number(HEXADECIMAL); // how many events came before
        back.number(HEXADECIMAL); // the preempt count
        final long flags = back.number(DECIMAL);
        final long cpu = back.number(DECIMAL);
        final long pid = back.number(DECIMAL);
        final int end = back.blanks();
        final int start = fields.commStart(from, end);
        if (back.failed || flags > MOST_FLAGS || !Intake.isCpu(cpu) || pid > Integer.MAX_VALUE
                || end - start > Fields.LONGEST_COMM) {
            return false;
        }
        event.flags = (int) flags;
        event.cpu = (int) cpu;
        event.pid = (int) pid;
        event.comm = fields.name(start, end);
        return true;
    }

    /** Numbers between blanks, the last one first. */
    private static final class Backwards {
        private final byte[] bytes;
        private final int from;
        private int at;
        private boolean failed;

        Backwards(final byte[] bytes, final int from, final int at) {
            this.bytes = bytes;
            this.from = from;
            this.at = at;
        }

        int blanks() {
            while (at > from && bytes[at - 1] == ' ') {
                at--;
            }
            return at;
        }

        long number(final int base) {
            final int end = blanks();
            long value = 0;
            long scale = 1;
            for (; at > from && end - at < 15 && Character.digit(bytes[at - 1], base) >= 0; at--) {
                value += Character.digit(bytes[at - 1], base) * scale;
                scale *= base;
            }
            failed |= at == end || at == from || bytes[at - 1] != ' ';
            return value;
        }
    }
}
