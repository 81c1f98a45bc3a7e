package dev.perch.traces.text;

import dev.perch.traces.Event;

/** Stamps and flags as tracefs prints them. */
final class Stamps {
    private static final long NANOS = 1_000_000_000;
    private static final long MOST_SECONDS = Long.MAX_VALUE / NANOS;
    private static final long[] SCALE = {NANOS, 100_000_000, 10_000_000, 1_000_000, 100_000, 10_000, 1_000, 100, 10, 1};

    private Stamps() {}

    /**
     * Reads {@code seconds.fraction:} or {@code ticks:} at the fields' place and goes behind the colon.
     *
     * @return ns, or ticks; negative where there is no stamp
     */
    static long read(final Fields fields) {
        final byte[] bytes = fields.bytes;
        int i = fields.at;
        long whole = 0;
        for (; i < fields.end && isDigit(bytes[i]); i++) {
            whole = whole * 10 + bytes[i] - '0';
        }
        if (i == fields.at || i - fields.at > 18 || i >= fields.end) {
            return -1;
        }
        long nanos = whole;
        if (bytes[i] == '.') {
            final int point = i++;
            long fraction = 0;
            for (; i < fields.end && isDigit(bytes[i]); i++) {
                fraction = fraction * 10 + bytes[i] - '0';
            }
            final int digits = i - point - 1;
            if (digits < 1 || digits > 9 || whole >= MOST_SECONDS || i >= fields.end) {
                return -1;
            }
            nanos = whole * NANOS + fraction * SCALE[digits];
        }
        if (bytes[i] != ':') {
            return -1;
        }
        fields.at = i + 1;
        return nanos;
    }

    static boolean isDigit(final int character) {
        return character >= '0' && character <= '9';
    }

    /**
     * The context that a column of flags tells, three to eight characters wide by the kernel's version: interrupts
     * off first, then need-resched (one or two), the interrupt, and depths.
     */
    static int flags(final byte[] bytes, final int from, final int to) {
        int flags = bytes[from] == '.' || bytes[from] == 'b' ? 0 : Event.IRQS_OFF;
        for (int i = from + 1; i < to; i++) {
            flags |= switch (bytes[i]) {
                case 'N', 'n', 'p', 'B', 'L', 'l' -> Event.NEED_RESCHED;
                case 'H' -> Event.HARDIRQ | Event.SOFTIRQ;
                case 'h' -> Event.HARDIRQ;
                case 's' -> Event.SOFTIRQ;
                case 'Z' -> Event.NMI | Event.HARDIRQ;
                case 'z' -> Event.NMI;
                default -> 0;
            };
        }
        return flags;
    }
}
