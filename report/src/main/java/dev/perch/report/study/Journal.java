package dev.perch.report.study;

import dev.perch.simulator.Settings;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The runs made so far, in a file that survives an interruption: a line each, tab-separated, written when the run ends.
 * Its first line names the engine by a digest of its code and data, so that no run of another engine is taken for one
 * of this; a line that is cut off is no run.
 */
public final class Journal implements AutoCloseable {
    private static final String HEAD = "# perch runs of engine ";
    private static final String END = ".";

    private final Map<String, Figures> known;
    private final BufferedWriter out;

    private Journal(final Map<String, Figures> known, final BufferedWriter out) {
        this.known = known;
        this.out = out;
    }

    /** One that is empty and keeps nothing. */
    public static Journal none() {
        return new Journal(Map.of(), null);
    }

    /**
     * The journal in {@code file}, which is made where it is missing.
     *
     * @throws IllegalArgumentException if the file is something else
     */
    public static Journal open(final Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw inTheWay(file);
        }
        final String head = HEAD + EngineDigest.text();
        final Map<String, Figures> known = Files.exists(file) ? read(file, head) : Map.of();
        final BufferedWriter out = Files.newBufferedWriter(file, StandardOpenOption.CREATE,
                known.isEmpty() ? StandardOpenOption.TRUNCATE_EXISTING : StandardOpenOption.APPEND);
        out.write(known.isEmpty() ? head + "\n" : "\n"); // ends a line that was cut off
        out.flush();
        return new Journal(known, out);
    }

    private static Map<String, Figures> read(final Path file, final String head) throws IOException {
        final String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        if (!text.startsWith(HEAD) && !text.isEmpty()) {
            throw inTheWay(file);
        }
        final Map<String, Figures> known = new HashMap<>();
        final String[] lines = text.split("\n", -1);
        if (lines[0].equals(head)) {
            for (final String line : lines) {
                read(line.split("\t", -1), known);
            }
        }
        return known;
    }

    private static IllegalArgumentException inTheWay(final Path file) {
        return new IllegalArgumentException(
                file + ": is in the way of the runs kept beside --out: move it, or name another file");
    }

    private static void read(final String[] cells, final Map<String, Figures> known) {
        final int last = cells.length - 1;
        if (last < 1 || last % 2 != 1 || !cells[last].equals(END)) {
            return;
        }
        final Map<String, Double> values = new TreeMap<>();
        try {
            for (int i = 1; i < last; i += 2) {
                values.put(cells[i], Double.valueOf(cells[i + 1]));
            }
        } catch (final NumberFormatException e) {
            return; // damaged: made again
        }
        known.put(cells[0], new Figures(values));
    }

    /** The figures of run {@code number} of {@code experiment}: known, or made now and noted. */
    Figures figures(final Experiment experiment, final Settings settings, final int number) {
        final String key = experiment.key() + " seed " + (settings.seed() + number) + " for "
                + settings.span().warmUpNanos()
                + "+" + settings.span().durationNanos() + " ns"
                + (settings.span().isCutShort() ? " or " + settings.span().enough() + " parts" : "");
        final Figures found = known.get(key);
        if (found != null) {
            return found;
        }
        final Figures made = Figures.of(experiment, experiment.run(settings, number).make());
        if (out != null) {
            note(key, made);
        }
        return made;
    }

    private synchronized void note(final String key, final Figures made) {
        final var line = new StringBuilder(key);
        made.values().forEach((name, value) -> line.append('\t').append(name).append('\t').append(value));
        try {
            out.append(line).append('\t').append(END).append('\n').flush();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        if (out != null) {
            out.close();
        }
    }
}
