package dev.perch.traces.text;

import dev.perch.traces.Event;

/**
 * {@code comm-pid [(tgid)] [cpu] [flags] seconds.micros:}, as tracefs, trace-cmd and systrace print it. A name may
 * hold blanks, dashes and brackets, so the first bracket with a CPU number, a pid before and a stamp behind counts.
 */
final class TaskLine implements LineHead {
    private final boolean longNames;

    /** @param longNames whether a name may be longer than the kernel's; else such a line is not one */
    TaskLine(final boolean longNames) {
        this.longNames = longNames;
    }

    @Override
    public boolean read(final Fields fields, final Event event) {
        final byte[] bytes = fields.bytes;
        final int from = fields.at;
        for (int i = from; i < fields.end; i++) {
            if (bytes[i] == '[' && behind(fields, i, event) && before(fields, from, i, event)) {
                return true;
            }
        }
        return false;
    }

    private static boolean behind(final Fields fields, final int open, final Event event) {
        final byte[] bytes = fields.bytes;
        final int end = fields.end;
        final int cpu = fields.bracketedCpu(open);
        if (cpu < 0) {
            return false;
        }
        event.cpu = cpu;
        event.flags = Event.FLAGS_UNKNOWN;
        if (fields.at < end && !Stamps.isDigit(bytes[fields.at])) {
            final int flags = fields.at;
            while (fields.at < end && bytes[fields.at] != ' ') {
                fields.at++;
            }
            event.flags = Stamps.flags(bytes, flags, fields.at);
            fields.skipBlanks();
        }
        event.nanos = Stamps.read(fields);
        return event.nanos >= 0;
    }

    private boolean before(final Fields fields, final int from, final int open, final Event event) {
        final byte[] bytes = fields.bytes;
        int i = skipBlanksBack(bytes, from, open);
        if (i > from && bytes[i - 1] == ')') { // the thread group's id
            while (i > from && bytes[i - 1] != '(') {
                i--;
            }
            i = skipBlanksBack(bytes, from, Math.max(i - 1, from));
        }
        final int pidEnd = i;
        int pid = 0;
        int scale = 1;
        for (; i > from && Stamps.isDigit(bytes[i - 1]); i--) {
            pid += (bytes[i - 1] - '0') * scale;
            scale *= 10;
        }
        if (i == pidEnd || i == from || bytes[i - 1] != '-') {
            return false;
        }
        i--;
        if (i > from && bytes[i - 1] == '-' && pid == 1) { // comm--1: a pid the kernel did not know
            pid = Event.NO_PID;
            i--;
        }
        final int start = fields.commStart(from, i);
        if (!longNames && i - start > Fields.LONGEST_COMM) {
            return false;
        }
        event.pid = pid;
        event.comm = fields.name(start, i);
        return true;
    }

    private static int skipBlanksBack(final byte[] bytes, final int from, final int at) {
        int i = at;
        while (i > from && bytes[i - 1] == ' ') {
            i--;
        }
        return i;
    }
}
