package dev.perch.topology;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Collectors;

/** A name that nothing has: of a machine, a policy, a switch, a workload. The message offers the nearest right one. */
public final class UnknownNameException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;
    private static final int MOST_LISTED = 16;

    /**
     * @param kind  what is named: {@code machine}
     * @param name  the name that nothing has
     * @param known the names there are
     */
    public UnknownNameException(final String kind, final String name, final Collection<String> known) {
        super("unknown " + kind + " '" + name + "'" + suggestion(name, known));
    }

    /**
     * {@code : did you mean 'X'?} with the name of {@code known} nearest to {@code name}; those there are where none is
     * near; empty where there are none.
     */
    public static String suggestion(final String name, final Collection<String> known) {
        return known.stream().min(Comparator.comparingInt((final String other) -> edits(name, other))
                .thenComparing(Comparator.naturalOrder()))
                .map(nearest -> isNear(name, nearest) ? ": did you mean '" + nearest + "'?"
                        : ": there are " + list(known))
                .orElse("");
    }

    /** Whether half of the letters can stay when the one is turned into the other. */
    private static boolean isNear(final String name, final String other) {
        return edits(name, other) <= Math.max(name.length(), other.length());
    }

    private static String list(final Collection<String> known) {
        return known.stream().limit(MOST_LISTED).collect(Collectors.joining(", "))
                + (known.size() > MOST_LISTED ? ", …" : "");
    }

    /** Twice the insertions, deletions and replacements that turn one name into the other; case counts as one. */
    private static int edits(final String longName, final String other) {
        final String name = longName.substring(0, Math.min(longName.length(), 100));
        int[] previous = new int[other.length() + 1];
        for (int j = 0; j < previous.length; j++) {
            previous[j] = 2 * j;
        }
        for (int i = 1; i <= name.length(); i++) {
            final int[] row = new int[previous.length];
            row[0] = 2 * i;
            for (int j = 1; j < row.length; j++) {
                final int replaced = previous[j - 1] + difference(name.substring(i - 1, i), other.substring(j - 1, j));
                row[j] = Math.min(replaced, 2 + Math.min(previous[j], row[j - 1]));
            }
            previous = row;
        }
        return previous[other.length()];
    }

    private static int difference(final String letter, final String other) {
        if (letter.equals(other)) {
            return 0;
        }
        return letter.toLowerCase(Locale.ROOT).equals(other.toLowerCase(Locale.ROOT)) ? 1 : 2;
    }
}
