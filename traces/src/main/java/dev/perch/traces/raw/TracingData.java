package dev.perch.traces.raw;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The description of a recording that trace.dat and perf.data both hold: the ring buffer's page, and the format file
 * of every event. Layout as in trace-cmd.dat(5).
 */
final class TracingData {
    private static final Pattern PAGE_FIELD = Pattern
            .compile("field:[^;]*?(\\w+);\\s*offset:(\\d{1,6});\\s*size:(\\d{1,7});");
    private static final int MOST_EVENTS = 1 << 16;

    private final Tracepoints tracepoints = new Tracepoints();
    private int commitSize = 8;
    private int dataOffset = 16;

    /** Reads all parts in the order of the older files: page, ftrace's events, all others, symbols, formats of printk. */
    void readAll(final Cursor cursor) throws IOException {
        readHeaders(cursor);
        readFtraceEvents(cursor);
        readEvents(cursor);
        cursor.skip(cursor.u32()); // kallsyms
        cursor.skip(cursor.u32()); // printk formats
    }

    /** Reads the ring buffer's page. */
    void readHeaders(final Cursor cursor) throws IOException {
        cursor.string(); // "header_page"
        final Matcher field = PAGE_FIELD.matcher(cursor.text(cursor.s64()));
        while (field.find()) {
            if ("commit".equals(field.group(1))) {
                commitSize = Integer.parseInt(field.group(3)) == 4 ? 4 : 8;
            } else if ("data".equals(field.group(1))) {
                dataOffset = Integer.parseInt(field.group(2));
            }
        }
        cursor.string(); // "header_event"
        cursor.skip(cursor.s64());
    }

    /** Reads the formats of ftrace's own events. */
    void readFtraceEvents(final Cursor cursor) throws IOException {
        readFormats(cursor, cursor.u32());
    }

    /** Reads the formats of all systems' events. */
    void readEvents(final Cursor cursor) throws IOException {
        for (long systems = cursor.u32(); systems > 0; systems--) {
            cursor.string();
            readFormats(cursor, cursor.u32());
        }
    }

    private void readFormats(final Cursor cursor, final long count) throws IOException {
        for (long i = 0; i < Math.min(count, MOST_EVENTS); i++) {
            tracepoints.add(cursor.text(cursor.s64()));
        }
    }

    /** The events. */
    Tracepoints tracepoints() {
        return tracepoints;
    }

    /** How many bytes a page's count of its bytes takes: the kernel's long. */
    int commitSize() {
        return commitSize;
    }

    /** Where a page's events begin. */
    int dataOffset() {
        return dataOffset;
    }
}
