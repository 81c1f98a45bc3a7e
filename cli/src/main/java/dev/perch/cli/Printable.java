package dev.perch.cli;

import java.util.regex.Pattern;

/**
 * Text from files and names, without what a terminal obeys rather than shows: control characters, which move its cursor
 * or change its colours, and Unicode's invisible ones, which turn the direction of writing or break the line.
 */
final class Printable {
    private static final String OBEYED = "\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}";
    private static final Pattern IN_A_LINE = Pattern.compile("[" + OBEYED + "]");
    private static final Pattern IN_LINES = Pattern.compile("[" + OBEYED + "&&[^\n]]");

    private Printable() {}

    /** {@code text} as one line: a question mark for each such character. */
    static String line(final String text) {
        return IN_A_LINE.matcher(text).replaceAll("?");
    }

    /** The same for text whose line ends are ours. */
    static String lines(final String text) {
        return IN_LINES.matcher(text).replaceAll("?");
    }

    /** The same for a JSON document, whose strings lose nothing: such a character is escaped. */
    static String json(final String document) {
        return IN_LINES.matcher(document)
                .replaceAll(match -> match.group().chars().mapToObj("\\\\u%04x"::formatted)
                        .reduce("", String::concat));
    }
}
