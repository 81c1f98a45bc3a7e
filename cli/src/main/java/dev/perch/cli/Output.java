package dev.perch.cli;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The options {@code --format} and {@code --out} that every verb has: a {@code @Mixin} of its class. */
final class Output {
    /** What {@code --format} may be. */
    enum Format {
        /** Text for people. */
        TABLE,
        /** For programs. */
        JSON,
        /** For spreadsheets. */
        CSV,
        /** For issues and mails. */
        MARKDOWN
    }

    @Spec(Target.MIXEE)
    private CommandSpec verb;

    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "table",
            description = "table, json, csv or markdown (default: ${DEFAULT-VALUE}).")
    private Format format;

    private Path file;

    @Option(names = "--out", paramLabel = "FILE", description = "Write to FILE instead of the standard output.")
    void to(final Path named) {
        final Path folder = named == null ? null : named.toAbsolutePath().getParent();
        if (folder != null && !Files.isDirectory(folder)) { // told before an hour's work, not after
            throw new ParameterException(verb.commandLine(), "--out " + named + ": there is no directory " + folder);
        }
        file = named;
    }

    /** What {@code --format} is, for a verb whose forms differ by more than a table's. */
    Format format() {
        return format;
    }

    /** Prints {@code table} in the chosen form. */
    void print(final Table table) throws IOException {
        print(table, table::aligned, table::objects);
    }

    /**
     * Prints a result in the chosen form.
     *
     * @param table what CSV and Markdown show
     * @param text  what people read
     * @param json  what programs read: a record, map, list or tree that Jackson can write
     */
    void print(final Table table, final Supplier<String> text, final Supplier<?> json) throws IOException {
        write(switch (format) {
            case TABLE -> text.get();
            case JSON -> json(json.get());
            case CSV -> table.csv();
            case MARKDOWN -> table.markdown();
        });
    }

    /** Writes finished text to where {@code --out} says. */
    void write(final String text) throws IOException {
        if (file == null) {
            verb.commandLine().getOut().print(text);
            verb.commandLine().getOut().flush();
        } else {
            write(file, text);
        }
    }

    /** Writes {@code text} to {@code file}; what fails names it. */
    static void write(final Path file, final String text) throws IOException {
        try {
            Files.writeString(file, text);
        } catch (final NoSuchFileException e) {
            throw new FileSystemException(file.toString(), null, "there is no directory to write it to");
        } catch (final FileSystemException e) {
            throw e;
        } catch (final IOException e) {
            throw new IOException(file + ": cannot be written: " + e.getMessage(), e);
        }
    }

    private static String json(final Object value) {
        return JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build().writeValueAsString(value) + '\n';
    }
}
