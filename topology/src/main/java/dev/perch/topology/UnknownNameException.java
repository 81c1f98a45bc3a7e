package dev.perch.topology;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** A name that nothing has: of a machine, a policy, a switch, a workload. The message offers the nearest right one. */
public final class UnknownNameException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;
    private static final int MOST_LISTED = 16;
    private static final int LONGEST = 100;

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
        return known.isEmpty() ? ""
                : nearest(name, known).map(near -> ": did you mean '" + near + "'?")
                        .orElseGet(() -> ": there are " + list(known));
    }

    /** The one of {@code known} that {@code name} may be a slip of: not more than a third of its letters are wrong. */
    public static Optional<String> nearest(final String name, final Collection<String> known) {
        return known.stream().min(Comparator.comparingInt((final String other) -> edits(name, other))
                .thenComparing(Comparator.naturalOrder()))
                .filter(other -> edits(name, other) <= Math.max(1, Math.max(name.length(), other.length()) / 3));
    }

    private static String list(final Collection<String> known) {
        return known.stream().limit(MOST_LISTED).collect(Collectors.joining(", "))
                + (known.size() > MOST_LISTED ? ", …" : "");
    }

    /**
     * How many insertions, deletions, replacements and swaps of neighbours turn one name into the other, whatever their
     * case (optimal string alignment).
     */
    private static int edits(final String longName, final String mixed) {
        final String name = longName.substring(0, Math.min(longName.length(), LONGEST)).toLowerCase(Locale.ROOT);
        final String other = mixed.toLowerCase(Locale.ROOT);
        final var table = new int[name.length() + 1][other.length() + 1];
        for (int i = 0; i <= name.length(); i++) {
            for (int j = 0; j <= other.length(); j++) {
                if (i == 0 || j == 0) {
                    table[i][j] = i + j;
                    continue;
                }
                final int replaced = name.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1;
                table[i][j] = Math.min(table[i - 1][j - 1] + replaced, 1 + Math.min(table[i - 1][j], table[i][j - 1]));
                if (i > 1 && j > 1 && name.charAt(i - 1) == other.charAt(j - 2)
                        && name.charAt(i - 2) == other.charAt(j - 1)) {
                    table[i][j] = Math.min(table[i][j], table[i - 2][j - 2] + 1);
                }
            }
        }
        return table[name.length()][other.length()];
    }
}
