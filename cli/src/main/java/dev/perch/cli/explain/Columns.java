package dev.perch.cli.explain;

import java.util.ArrayList;
import java.util.List;

/** Text for a mail, at most 80 columns wide: lines, and rows of three columns. */
final class Columns {
    private static final int WIDTH = 80;
    private static final int LABEL = 12;
    private static final int OUTCOME = 44; // where the outcome starts

    private final StringBuilder text = new StringBuilder();

    /** Adds a row: what looked, at which CPUs, with what outcome. */
    void row(final String label, final String cpus, final String outcome) {
        final String start = "  " + pad(label, LABEL) + "  ";
        if (cpus.isEmpty()) {
            hang(start, outcome, start.length());
            return;
        }
        final List<String> lines = wrap(cpus, OUTCOME - start.length() - 2);
        for (int i = 0; i < lines.size(); i++) {
            final String left = (i == 0 ? start : " ".repeat(start.length())) + lines.get(i);
            if (i + 1 < lines.size()) {
                line(left);
            } else {
                hang(pad(left, OUTCOME), outcome, OUTCOME);
            }
        }
    }

    /** Adds {@code words} after {@code start}, further lines indented by {@code indent}. */
    void hang(final String start, final String words, final int indent) {
        String line = start;
        for (final String word : words.split("(?<=,)|(?<= )", -1)) {
            if (line.length() + word.stripTrailing().length() > WIDTH) {
                line(line);
                line = " ".repeat(indent);
            }
            line += word;
        }
        line(line);
    }

    /** Adds a line. */
    void line(final String line) {
        text.append(line.stripTrailing()).append('\n');
    }

    private static List<String> wrap(final String list, final int width) {
        final List<String> lines = new ArrayList<>();
        var line = new StringBuilder();
        for (final String part : list.split("(?<=,)", -1)) {
            if (!line.isEmpty() && line.length() + part.length() > width) {
                lines.add(line.toString());
                line = new StringBuilder();
            }
            line.append(part);
        }
        lines.add(line.toString());
        return lines;
    }

    private static String pad(final String text, final int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
