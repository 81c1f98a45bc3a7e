package dev.perch.traces.text;

import dev.perch.traces.Intake;
import dev.perch.traces.Names;
import java.nio.charset.StandardCharsets;

/**
 * A place that moves through one line and takes {@code key=value} fields from it. A method that does not find what
 * it looks for makes {@link #failed()} true and leaves the place, so that a parser asks once, at the end.
 */
final class Fields {
    /** The longest name of a task, without the kernel's closing NUL. */
    static final int LONGEST_COMM = 15;

    /** The bytes of the line. */
    byte[] bytes = new byte[0];
    /** The place. */
    int at;
    /** The line's end. */
    int end;

    private final Names names;
    private boolean failed;

    Fields(final Names names) {
        this.names = names;
    }

    /** ASCII bytes. */
    static byte[] ascii(final String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Starts on a stretch of a line. */
    void over(final byte[] line, final int from, final int to) {
        bytes = line;
        at = from;
        end = to;
        failed = false;
    }

    /** Whether something was not found. */
    boolean failed() {
        return failed;
    }

    /** Whether the bytes at {@code place} are {@code text}. */
    boolean isAt(final int place, final byte[] text) {
        if (end - place < text.length) {
            return false;
        }
        for (int i = 0; i < text.length; i++) {
            if (bytes[place + i] != text[i]) {
                return false;
            }
        }
        return true;
    }

    /** Passes over {@code text} if it is here. */
    boolean skip(final byte[] text) {
        if (isAt(at, text)) {
            at += text.length;
            return true;
        }
        return false;
    }

    /**
     * Reads the CPU in the brackets that open at {@code open} and goes to the next field behind them.
     *
     * @return -1 where no CPU number in brackets is there
     */
    int bracketedCpu(final int open) {
        int i = open + 1;
        int cpu = 0;
        for (; i < end && Stamps.isDigit(bytes[i]) && i < open + 7; i++) {
            cpu = cpu * 10 + bytes[i] - '0';
        }
        if (i == open + 1 || i + 1 >= end || bytes[i] != ']' || bytes[i + 1] != ' ' || !Intake.isCpu(cpu)) {
            return -1;
        }
        at = i + 1;
        skipBlanks();
        return cpu;
    }

    /** Passes over blanks. */
    void skipBlanks() {
        while (at < end && bytes[at] == ' ') {
            at++;
        }
    }

    /** Goes behind the next {@code key}; false, without failing, where there is none. */
    boolean find(final byte[] key) {
        final byte[] line = bytes;
        final byte first = key[0];
        final int last = end - key.length;
        for (int i = at; i <= last; i++) {
            if (line[i] == first && isAt(i, key)) {
                at = i + key.length;
                return true;
            }
        }
        return false;
    }

    /** The number behind the next {@code key}. */
    long number(final byte[] key) {
        if (!find(key)) {
            failed = true;
            return 0;
        }
        return number();
    }

    /** The number here: decimal, or hexadecimal after 0x. */
    long number() {
        final byte[] line = bytes;
        final int to = end;
        final boolean negative = at < to && line[at] == '-';
        int i = negative ? at + 1 : at;
        if (i + 2 < to && line[i] == '0' && (line[i + 1] | 0x20) == 'x') {
            return hexadecimal(i + 2);
        }
        final int first = i;
        long value = 0;
        for (; i < to && line[i] >= '0' && line[i] <= '9'; i++) {
            value = value * 10 + line[i] - '0';
        }
        failed |= i == first;
        at = i;
        return negative ? -value : value;
    }

    private long hexadecimal(final int from) {
        long value = 0;
        int i = from;
        for (int digit; i < end && (digit = Character.digit(bytes[i], 16)) >= 0; i++) {
            value = value << 4 | digit;
        }
        failed |= i == from;
        at = i;
        return value;
    }

    /** The task's name from here to {@code key}, which the place goes behind. */
    int comm(final byte[] key) {
        // A name may hold the key's own text: of several keys within a name's length the last one ends the name.
        final int from = at;
        int found = -1;
        for (int i = from; i <= end - key.length && (found < 0 || i <= from + LONGEST_COMM); i++) {
            if (bytes[i] == key[0] && isAt(i, key)) {
                found = i;
            }
        }
        if (found < 0) {
            failed = true;
            return Names.EMPTY;
        }
        at = found + key.length;
        return names.of(bytes, from, found - from);
    }

    /**
     * Where the name that ends at {@code to} begins, blanks before it left out; of what is too long for a name, behind
     * {@code instance:}, which trace-cmd report puts before the lines of its instances.
     */
    int commStart(final int from, final int to) {
        final int start = skipBlanks(from, to);
        if (to - start > LONGEST_COMM) {
            for (int i = start; i + 1 < to; i++) {
                if (bytes[i] == ':' && bytes[i + 1] == ' ') {
                    return skipBlanks(i + 1, to);
                }
            }
        }
        return start;
    }

    private int skipBlanks(final int from, final int to) {
        int i = from;
        while (i < to && (bytes[i] == ' ' || bytes[i] == '\t')) {
            i++;
        }
        return i;
    }

    /** The name from {@code from} to {@code to}. */
    int name(final int from, final int to) {
        return names.of(bytes, from, to - from);
    }
}
