package dev.perch.traces.text;

import java.io.IOException;
import java.io.InputStream;

/**
 * The lines of a text, one after another, each as a stretch of one byte array: nothing is copied or decoded. A line
 * ends before its line feed (and carriage return); the last one may lack it.
 */
final class Lines {
    /** The longest line accepted. */
    static final int LONGEST = 1 << 20;

    private final InputStream in;
    private final byte[] buffer = new byte[LONGEST];
    private int next;
    private int filled;
    private boolean ended;
    private String cut;
    private long number;

    /** The current line's bytes lie here, from {@link #from} to {@link #to}. */
    final byte[] bytes = buffer;
    /** The current line's first byte. */
    int from;
    /** The place after the current line's last byte. */
    int to;

    Lines(final InputStream in) {
        this.in = in;
    }

    /** Goes to the next line; false where there is none. */
    boolean next() throws IOException {
        int scan = next;
        while (true) {
            while (scan < filled && buffer[scan] != '\n') {
                scan++;
            }
            if (scan < filled) {
                line(scan, scan + 1);
                return true;
            }
            final int have = filled - next;
            if (ended) {
                if (have == 0) {
                    return false;
                }
                line(filled, filled);
                return true;
            }
            fill();
            scan = next + have;
        }
    }

    private void line(final int end, final int after) {
        number++;
        from = next;
        to = end > from && buffer[end - 1] == '\r' ? end - 1 : end;
        next = after;
    }

    private void fill() throws IOException {
        System.arraycopy(buffer, next, buffer, 0, filled - next);
        filled -= next;
        next = 0;
        if (filled == buffer.length) {
            throw new IllegalArgumentException("line " + (number + 1) + " is longer than " + LONGEST
                    + " bytes: not a trace's text");
        }
        try {
            final int n = in.read(buffer, filled, buffer.length - filled);
            ended = n < 0;
            filled += Math.max(n, 0);
        } catch (final IOException e) {
            ended = true;
            cut = e.getMessage() == null ? "the file ends too early" : e.getMessage();
        }
    }

    /** The current line's number, from 1. */
    long number() {
        return number;
    }

    /** Where the current line is, for messages. */
    String place() {
        return "line " + number;
    }

    /** Why the text ended too early (a packed file's missing end); null where it did not. */
    String cut() {
        return cut;
    }

    /** Whether the current line lacks its line feed: the text's last one, perhaps cut. */
    boolean unfinished() {
        return ended && next == filled && to == filled;
    }
}
