package dev.perch.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Rows under named columns: what {@code --format} prints. Cells are strings, numbers or null (an empty cell); a column
 * of numbers is set flush right.
 */
record Table(List<String> columns, List<List<Object>> rows) {
    /** A table of these columns, without rows yet. */
    static Table of(final String... columns) {
        return new Table(List.of(columns), new ArrayList<>());
    }

    /** Adds a row with a cell for each column. */
    Table row(final Object... cells) {
        if (cells.length != columns.size()) {
            throw new IllegalStateException(cells.length + " cells for " + columns.size() + " columns");
        }
        final List<Object> row = new ArrayList<>(cells.length);
        for (final Object cell : cells) {
            row.add(cell);
        }
        rows.add(row);
        return this;
    }

    /** The table set in aligned columns, for a terminal. */
    String aligned() {
        final int[] widths = new int[columns.size()];
        final List<List<String>> lines = lines();
        lines.forEach(line -> {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], line.get(i).codePointCount(0, line.get(i).length()));
            }
        });
        return lines.stream().map(line -> aligned(line, widths)).collect(Collectors.joining("\n", "", "\n"));
    }

    private String aligned(final List<String> cells, final int[] widths) {
        final var line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            final String cell = cells.get(i);
            final int blanks = widths[i] - cell.codePointCount(0, cell.length());
            line.append(isNumeric(i) ? " ".repeat(blanks) + cell : cell + " ".repeat(blanks)).append("  ");
        }
        return line.toString().stripTrailing();
    }

    /** The table as RFC 4180 has it, with a header line. */
    String csv() {
        return lines().stream().map(cells -> cells.stream().map(Table::quoted).collect(Collectors.joining(",")))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static String quoted(final String cell) {
        return cell.matches("[^\",\r\n]*") ? cell : '"' + cell.replace("\"", "\"\"") + '"';
    }

    /** The table as GitHub's Markdown has it. */
    String markdown() {
        final var text = new StringBuilder();
        final List<List<String>> lines = lines();
        for (int i = 0; i < lines.size(); i++) {
            text.append(lines.get(i).stream().map(cell -> cell.replace("|", "\\|"))
                    .collect(Collectors.joining(" | ", "| ", " |\n")));
            if (i == 0) {
                text.append('|');
                for (int column = 0; column < columns.size(); column++) {
                    text.append(isNumeric(column) ? " ---: |" : " --- |");
                }
                text.append('\n');
            }
        }
        return text.toString();
    }

    /** The rows as maps from column to cell, for JSON: there a column's name is in small letters, its words joined by _. */
    List<Map<String, Object>> objects() {
        final List<String> keys = columns.stream().map(Table::key).toList();
        return rows.stream().map(row -> {
            final Map<String, Object> object = new LinkedHashMap<>();
            for (int i = 0; i < columns.size(); i++) {
                object.put(keys.get(i), row.get(i));
            }
            return object;
        }).toList();
    }

    private static String key(final String column) {
        return column.toLowerCase(Locale.ROOT).replace("'s ", " ").replaceAll("[^a-z0-9]+", "_").replaceFirst("_$", "");
    }

    private boolean isNumeric(final int column) {
        return !rows.isEmpty()
                && rows.stream().allMatch(row -> row.get(column) == null || row.get(column) instanceof Number);
    }

    private List<List<String>> lines() {
        final List<List<String>> lines = new ArrayList<>();
        lines.add(columns.stream().map(Printable::line).toList());
        rows.forEach(row -> lines
                .add(row.stream().map(cell -> cell == null ? "" : Printable.line(cell.toString())).toList()));
        return lines;
    }
}
