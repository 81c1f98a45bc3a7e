package dev.perch.traces.text;

import java.io.IOException;
import java.io.InputStream;

/**
 * The trace within a systrace page, as a stream: what stands in a script element of class trace-data, or in the
 * string linuxPerfData, each from its first line that begins with a hash, as other dumps may stand before.
 */
final class EmbeddedTrace extends InputStream {
    private static final byte[][] BEGINNINGS = {Fields.ascii("trace-data"), Fields.ascii("linuxPerfData = \"")};
    private static final byte[] HASH_LINE = Fields.ascii("\n#");
    private static final byte[] END = Fields.ascii("</script>");

    private final InputStream page;
    private final byte[] buffer = new byte[1 << 16];
    private int at;
    private int filled;
    private boolean inside;
    private boolean found;
    private int heldBack; // bytes of END that have been matched
    private int given; // of those held back, given out again, as they were not the end

    EmbeddedTrace(final InputStream page) {
        this.page = page;
    }

    /** Whether the page held a trace. */
    boolean found() {
        return found;
    }

    private int next() throws IOException {
        if (at == filled) {
            filled = page.read(buffer, 0, buffer.length);
            at = 0;
            if (filled <= 0) {
                filled = 0;
                return -1;
            }
        }
        return buffer[at++] & 0xff;
    }

    /** Goes behind the next of these texts; false at the page's end. None of them begins again within itself. */
    private boolean goBehind(final byte[]... texts) throws IOException {
        final var matched = new int[texts.length];
        for (int c = next(); c >= 0; c = next()) {
            for (int i = 0; i < texts.length; i++) {
                if (c == texts[i][matched[i]]) {
                    if (++matched[i] == texts[i].length) {
                        return true;
                    }
                } else {
                    matched[i] = c == texts[i][0] ? 1 : 0;
                }
            }
        }
        return false;
    }

    @Override
    public int read() throws IOException {
        while (true) {
            if (given < heldBack) {
                return END[given++];
            }
            if (!inside) {
                if (!goBehind(BEGINNINGS) || !goBehind(HASH_LINE)) {
                    return -1;
                }
                inside = true;
                found = true;
                return '#';
            }
            heldBack = 0;
            given = 0;
            final int c = next();
            if (c != END[0]) {
                return c;
            }
            heldBack = 1;
            while (heldBack < END.length && peek() == END[heldBack]) {
                at++;
                heldBack++;
            }
            if (heldBack == END.length) {
                heldBack = 0;
                inside = false;
            }
        }
    }

    private int peek() throws IOException {
        final int c = next();
        if (c >= 0) {
            at--;
        }
        return c;
    }

    @Override
    public int read(final byte[] into, final int offset, final int length) throws IOException {
        int n = 0;
        while (n < length) {
            final int c = read();
            if (c < 0) {
                return n == 0 ? -1 : n;
            }
            into[offset + n++] = (byte) c;
            if (c == '\n' && n > length / 2) {
                break;
            }
        }
        return n;
    }
}
