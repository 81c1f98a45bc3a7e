package dev.perch.traces.raw;

import dev.perch.traces.TaskState;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the bits of prev_state mean in one kernel. They moved between versions; the format file's print line names
 * each bit's letter, and the bit that says "preempted".
 */
final class StateBits {
    private static final Pattern LETTER = Pattern.compile("\\{ *(0[xX][0-9a-fA-F]{1,8}|\\d{1,9}), *\"([^\"]+)\" *\\}");
    private static final Pattern PREEMPTED = Pattern.compile("prev_state *& *([^?]+?)\\s*\\? *\"\\+\"");

    private static final int USUAL = 1 << 10; // all that a state without further marks consists of

    private final int[] states = new int[31];
    private final int[] usual = new int[USUAL];
    private final boolean known;

    private StateBits(final int[] states, final boolean known) {
        System.arraycopy(states, 0, this.states, 0, states.length);
        this.known = known;
        for (int raw = 0; raw < USUAL; raw++) {
            usual[raw] = combined(raw);
        }
    }

    /** The bits that this print line of sched_switch explains; the usual ones where it explains none. */
    static StateBits of(final String print) {
        final var states = new int[31];
        Arrays.fill(states, TaskState.OTHER);
        final Matcher letter = LETTER.matcher(print);
        boolean known = false;
        while (letter.find()) {
            final long bit = Long.decode(letter.group(1));
            if (bit > 0 && Long.bitCount(bit) == 1 && bit < 1L << 31) {
                states[Long.numberOfTrailingZeros(bit)] = TaskState.ofLetter(letter.group(2).charAt(0));
                known = true;
            }
        }
        final Matcher preempted = PREEMPTED.matcher(print);
        int start = 0;
        while (preempted.find(start)) {
            final long bit = new Expression(preempted.group(1)).value();
            if (bit > 0 && Long.bitCount(bit) == 1 && bit < 1L << 31) {
                states[Long.numberOfTrailingZeros(bit)] = TaskState.PREEMPTED;
            }
            start = preempted.start() + 1;
        }
        return new StateBits(states, known);
    }

    /** The {@link TaskState} of these bits. */
    int state(final long raw, final boolean nextIdle) {
        if (!known) {
            return TaskState.ofRaw(raw, nextIdle);
        }
        return (raw & -USUAL) == 0 ? usual[(int) raw] : combined(raw);
    }

    private int combined(final long raw) {
        int state = 0;
        for (long rest = raw & 0x7fff_ffffL; rest != 0; rest &= rest - 1) {
            state |= states[Long.numberOfTrailingZeros(rest)];
        }
        return state;
    }

    /** A constant of C: numbers, parentheses, {@code |}, {@code <<}, {@code +}, {@code -}. */
    private static final class Expression {
        private final String text;
        private int at;

        Expression(final String text) {
            this.text = text.replace(" ", "");
        }

        /** Its value, 0 where it is no such constant. */
        long value() {
            try {
                return or();
            } catch (final NumberFormatException | StringIndexOutOfBoundsException e) {
                return 0;
            }
        }

        private long or() {
            long value = shift();
            while (skip("|")) {
                value |= shift();
            }
            return value;
        }

        private long shift() {
            long value = sum();
            while (skip("<<")) {
                value <<= sum();
            }
            return value;
        }

        private long sum() {
            long value = operand();
            while (true) {
                if (skip("+")) {
                    value += operand();
                } else if (skip("-")) {
                    value -= operand();
                } else {
                    return value;
                }
            }
        }

        private long operand() {
            if (skip("(")) {
                final long value = or();
                skip(")");
                return value;
            }
            final int from = at;
            while (at < text.length() && Character.isLetterOrDigit(text.charAt(at))) {
                at++;
            }
            return Long.decode(text.substring(from, at));
        }

        private boolean skip(final String token) {
            if (text.startsWith(token, at)) {
                at += token.length();
                return true;
            }
            return false;
        }
    }
}
