package dev.perch.report.study;

import dev.perch.topology.ByteOrderMark;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Published rows as a file has them: tab-separated, a header line that names the columns in any order, then a row a
 * line. Cells missing at a line's end are empty; columns of other names are carried along.
 *
 * @param file the file's name, for messages
 * @param rows its rows, in order
 */
public record RowsFile(String file, List<PublishedRow> rows) {
    private static final String BUNDLED = "published.tsv";
    private static final int LARGEST = 16 << 20;
    private static final int SHOWN = 40;

    /** The rows of the four studies that come with Perch. */
    public static RowsFile bundled() {
        try (InputStream in = RowsFile.class.getResourceAsStream(BUNDLED)) {
            return read(BUNDLED, in);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads {@code file}.
     *
     * @throws IllegalArgumentException naming line and column where it is wrong
     * @throws IOException              if it cannot be read
     */
    public static RowsFile read(final Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new IllegalArgumentException(file + ": is a directory; name a file of rows");
        }
        try (InputStream in = Files.newInputStream(file)) {
            return read(file.toString(), in);
        }
    }

    static RowsFile read(final String file, final InputStream in) throws IOException {
        final byte[] bytes = ByteOrderMark.skip(in).readNBytes(LARGEST + 1);
        if (bytes.length > LARGEST) {
            throw new IllegalArgumentException(
                    file + ": is larger than " + (LARGEST >> 20) + " MiB: this is no file of rows");
        }
        final String[] lines = text(file, bytes).split("\r?\n", -1);
        final List<String> columns = columns(file, lines[0]);
        final List<PublishedRow> rows = new ArrayList<>();
        for (int i = 1; i < lines.length; i++) {
            if (!lines[i].isBlank()) {
                rows.add(at(file, i + 1, lines[i], columns));
            }
        }
        if (rows.isEmpty()) {
            throw new IllegalArgumentException(file + ": has no rows below its header");
        }
        return new RowsFile(file, rows);
    }

    private static String text(final String file, final byte[] bytes) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (final CharacterCodingException e) {
            throw new IllegalArgumentException(file + ": is no UTF-8 text, but a file of rows is tab-separated text",
                    e);
        }
    }

    private static List<String> columns(final String file, final String header) {
        final List<String> columns = new ArrayList<>();
        for (final String name : header.split("\t", -1)) {
            if (columns.contains(name.strip())) {
                throw new IllegalArgumentException(file + ":1: the column '" + shown(name) + "' is there twice");
            }
            columns.add(name.strip());
        }
        final List<String> missing = PublishedRow.NAMES.stream().filter(name -> !columns.contains(name)).toList();
        if (!missing.isEmpty()) {
            throw new IllegalArgumentException(file + ":1: the header lacks " + String.join(", ", missing)
                    + "; it must name, between tabs, " + String.join(", ", PublishedRow.NAMES));
        }
        return columns;
    }

    private static PublishedRow at(final String file, final int line, final String text,
            final List<String> columns) {
        try {
            return row(line, text, columns);
        } catch (final IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ":" + line + ": " + e.getMessage(), e);
        }
    }

    private static PublishedRow row(final int line, final String text, final List<String> columns) {
        final String[] cells = text.split("\t", -1);
        if (cells.length > columns.size()) {
            throw new IllegalArgumentException("has " + cells.length + " cells under " + columns.size() + " columns");
        }
        final Map<String, String> byColumn = new LinkedHashMap<>();
        for (int i = 0; i < columns.size(); i++) {
            byColumn.put(columns.get(i), i < cells.length ? clean(columns.get(i), cells[i]) : "");
        }
        final var row = new PublishedRow(line, needed(byColumn, "study"), needed(byColumn, "kernel"),
                needed(byColumn, "machine"), byColumn.remove("numa_nodes"), needed(byColumn, "bench"),
                needed(byColumn, "case"), byColumn.remove("load"), needed(byColumn, "metric"), better(byColumn),
                figure(byColumn, "baseline"), figure(byColumn, "baseline_std_pct"), figure(byColumn, "candidate"),
                number(byColumn, "change_pct"), figure(byColumn, "candidate_std_pct"), byColumn);
        if (row.deniesItsChange()) {
            throw PublishedRow.wrong("change_pct", row.changePct() + " says that the candidate is "
                    + (row.changePct() > 0 ? "better" : "worse") + ", and its figure beside the baseline's not, where "
                    + row.better().text() + " is better: turn the sign, or mend the figures");
        }
        return row;
    }

    private static String clean(final String column, final String cell) {
        if (cell.codePoints().anyMatch(Character::isISOControl)) {
            throw PublishedRow.wrong(column, "there is a control character in '" + shown(cell) + "'");
        }
        return cell.strip();
    }

    private static String needed(final Map<String, String> cells, final String column) {
        final String cell = cells.remove(column);
        if (cell.isEmpty()) {
            throw PublishedRow.wrong(column, "is empty");
        }
        return cell;
    }

    private static Better better(final Map<String, String> cells) {
        try {
            return Better.of(needed(cells, "better"));
        } catch (final IllegalArgumentException e) {
            throw e.getMessage().startsWith("column") ? e : PublishedRow.wrong("better", e.getMessage());
        }
    }

    private static Double figure(final Map<String, String> cells, final String column) {
        final Double number = number(cells, column);
        if (number != null && number < 0) {
            throw PublishedRow.wrong(column, number + " is less than nothing");
        }
        return number;
    }

    private static Double number(final Map<String, String> cells, final String column) {
        final String cell = cells.remove(column);
        if (cell == null || cell.isEmpty()) {
            return null;
        }
        if (!cell.matches("[+-]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d{1,3})?")
                || !Double.isFinite(Double.parseDouble(cell))) {
            throw PublishedRow.wrong(column, "'" + shown(cell) + "' is no number: write 12.5, or nothing");
        }
        return Double.valueOf(cell);
    }

    private static String shown(final String cell) {
        return cell.length() > SHOWN ? cell.substring(0, SHOWN) + "…" : cell;
    }

    /** The rows of one study. */
    public RowsFile of(final Study study) {
        final List<PublishedRow> some = rows.stream().filter(row -> row.study().equals(study.name())).toList();
        if (some.isEmpty()) {
            throw new IllegalArgumentException(file + ": has no row of the study " + study.name());
        }
        return new RowsFile(file, some);
    }
}
