package dev.perch.cli;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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

    @Option(names = "--out", paramLabel = "FILE", converter = OutputFile.Reader.class,
            description = "Write to FILE instead of the standard output.")
    private OutputFile file;

    /** Where {@code --out} says to write; empty for the standard output. */
    Optional<OutputFile> file() {
        return Optional.ofNullable(file);
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
            case TABLE -> Printable.lines(text.get());
            case JSON -> json(json.get());
            case CSV -> table.csv();
            case MARKDOWN -> table.markdown();
        });
    }

    /** Writes finished text to where {@code --out} says; to the standard output also where that fails, for it took work. */
    void write(final String text) throws IOException {
        if (file == null) {
            show(text);
            return;
        }
        try {
            file.write(text);
        } catch (final IOException e) {
            show(text);
            throw e;
        }
    }

    private void show(final String text) {
        verb.commandLine().getOut().print(text);
        verb.commandLine().getOut().flush();
    }

    private static String json(final Object value) {
        return Printable
                .json(JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build().writeValueAsString(value))
                + '\n';
    }
}
