package dev.perch.traces.text;

import dev.perch.traces.Event;
import dev.perch.traces.Intake;

/**
 * {@code comm-pid  3d..2  1234us+: }, the latency format, which the kernel also prints into its log when it dies.
 * The CPU and the flags stand in one column.
 */
final class LatencyLine implements LineHead {
    private static final int FEWEST_FLAGS = 3;
    private static final int MOST_FLAGS = 8;

    @Override
    public boolean read(final Fields fields, final Event event) {
        final byte[] bytes = fields.bytes;
        final int from = fields.at;
        for (int i = from; i < fields.end; i++) {
            if (bytes[i] == '-' && behind(fields, i, event)) {
                final int start = fields.commStart(from, i);
                event.comm = fields.name(start, i);
                return i - start <= Fields.LONGEST_COMM;
            }
        }
        return false;
    }

    private static boolean behind(final Fields fields, final int dash, final Event event) {
        fields.at = dash + 1;
        final long pid = digits(fields, 10);
        final int pidEnd = fields.at;
        fields.skipBlanks();
        if (pid < 0 || fields.at == pidEnd) {
            return false;
        }
        final long cpu = digits(fields, 5);
        final int flags = fields.at;
        while (fields.at < fields.end && fields.bytes[fields.at] != ' ') {
            fields.at++;
        }
        final int width = fields.at - flags;
        if (!Intake.isCpu(cpu) || width < FEWEST_FLAGS || width > MOST_FLAGS) {
            return false;
        }
        event.pid = (int) pid;
        event.cpu = (int) cpu;
        event.flags = Stamps.flags(fields.bytes, flags, fields.at);
        fields.skipBlanks();
        return readStamp(fields, event);
    }

    private static boolean readStamp(final Fields fields, final Event event) {
        final int from = fields.at;
        event.nanos = Stamps.read(fields); // trace-cmd report -l prints seconds
        if (event.nanos >= 0) {
            return true;
        }
        fields.at = from;
        final long micros = digits(fields, 15);
        final byte[] bytes = fields.bytes;
        final int unit = fields.at;
        if (micros < 0 || unit + 3 >= fields.end || bytes[unit] != 'u' || bytes[unit + 1] != 's') {
            return false;
        }
        final int colon = bytes[unit + 2] == ':' ? unit + 2 : unit + 3; // a mark of long delays stands between
        if (bytes[colon] != ':') {
            return false;
        }
        event.nanos = micros * 1000;
        fields.at = colon + 1;
        return true;
    }

    private static long digits(final Fields fields, final int most) {
        final int from = fields.at;
        long value = 0;
        while (fields.at < fields.end && Stamps.isDigit(fields.bytes[fields.at]) && fields.at - from < most) {
            value = value * 10 + fields.bytes[fields.at++] - '0';
        }
        return fields.at == from ? -1 : value;
    }
}
