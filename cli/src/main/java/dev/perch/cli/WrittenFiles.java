package dev.perch.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The files that a command line has a verb write: none of them may be one that it reads, or writes twice. */
final class WrittenFiles {
    private WrittenFiles() {}

    /**
     * Looks at a whole command line before its verb does anything.
     *
     * @throws ParameterException naming the option whose file another argument names too
     */
    static void check(final ParseResult parsed) {
        if (!parsed.hasSubcommand()) {
            return;
        }
        final List<ArgSpec> arguments = parsed.subcommand().matchedArgs();
        for (final ArgSpec writing : arguments) {
            final OutputFile file = written(writing);
            arguments.stream().filter(other -> file != null && !other.equals(writing))
                    .filter(other -> named(other).anyMatch(path -> isSame(path, file.path()))).findFirst()
                    .ifPresent(other -> {
                        throw new ParameterException(parsed.subcommand().commandSpec().commandLine(),
                                name(writing) + " " + file.path() + ": " + name(other)
                                        + (written(other) == null ? " reads" : " writes")
                                        + " that file: name another");
                    });
        }
    }

    private static OutputFile written(final ArgSpec argument) {
        final Object value = argument.getValue();
        return switch (value) {
            case final OutputFile file -> file;
            case final ChartFile chart -> chart.file();
            case null, default -> null;
        };
    }

    /** What may be a file in an argument: {@code FILE}, {@code trace:FILE}, {@code FILE:LINE}. */
    private static Stream<Path> named(final ArgSpec argument) {
        return argument.originalStringValues().stream().flatMap(text -> Stream.of(text,
                text.substring(text.indexOf(':') + 1), text.substring(0, Math.max(0, text.lastIndexOf(':')))))
                .filter(text -> !text.isBlank()).flatMap(WrittenFiles::path);
    }

    private static Stream<Path> path(final String text) {
        try {
            return Stream.of(Path.of(text));
        } catch (final InvalidPathException e) {
            return Stream.empty();
        }
    }

    /** Whether {@code path} names the file {@code written}, which need not exist. */
    static boolean isSame(final Path path, final Path written) {
        try {
            return Files.exists(written) ? Files.isRegularFile(written) && Files.exists(path)
                    && Files.isSameFile(path, written)
                    : path.toAbsolutePath().normalize().equals(written.toAbsolutePath().normalize());
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String name(final ArgSpec argument) {
        return argument instanceof final OptionSpec option ? option.longestName() : argument.paramLabel();
    }
}
