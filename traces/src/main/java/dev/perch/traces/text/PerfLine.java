package dev.perch.traces.text;

import dev.perch.traces.Event;

/** {@code comm pid[/tid] [cpu] seconds.micros: }, as {@code perf script} and {@code perf sched script} print it. */
final class PerfLine implements LineHead {
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
        final int cpu = fields.bracketedCpu(open);
        if (cpu < 0) {
            return false;
        }
        event.cpu = cpu;
        event.flags = Event.FLAGS_UNKNOWN;
        event.nanos = Stamps.read(fields);
        return event.nanos >= 0;
    }

    private static boolean before(final Fields fields, final int from, final int open, final Event event) {
        final byte[] bytes = fields.bytes;
        int end = open;
        while (end > from && bytes[end - 1] == ' ') {
            end--;
        }
        int tid = end;
        while (tid > from && (Stamps.isDigit(bytes[tid - 1]) || bytes[tid - 1] == '-')) {
            tid--;
        }
        int start = tid;
        if (start > from && bytes[start - 1] == '/') {
            start--;
            while (start > from && (Stamps.isDigit(bytes[start - 1]) || bytes[start - 1] == '-')) {
                start--;
            }
        }
        if (tid == end || end == open || start == from || bytes[start - 1] != ' ') {
            return false;
        }
        final int place = fields.at;
        fields.at = tid;
        event.pid = (int) fields.number();
        fields.at = place;
        int comm = from;
        int commEnd = start - 1;
        while (comm < commEnd && bytes[comm] == ' ') {
            comm++;
        }
        while (commEnd > comm && bytes[commEnd - 1] == ' ') {
            commEnd--;
        }
        event.comm = fields.name(comm, commEnd);
        return !fields.failed();
    }
}
