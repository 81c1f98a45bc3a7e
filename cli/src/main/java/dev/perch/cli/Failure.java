package dev.perch.cli;

import dev.perch.topology.UnknownNameException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.MaxValuesExceededException;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns whatever goes wrong into one line on stderr and an exit status. */
final class Failure implements CommandLine.IParameterExceptionHandler, CommandLine.IExecutionExceptionHandler {
    /** Bad usage or bad input. */
    static final int BAD_INPUT = 2;
    /** Perch itself is wrong (sysexits.h: EX_SOFTWARE). */
    static final int OUR_BUG = 70;
    private static final int LONGEST = 600;
    private static final String BUGS = "please report it with the command, and its output with --stack-trace added";

    private final PrintWriter err;
    private final BooleanSupplier stackTrace;

    Failure(final PrintWriter err, final BooleanSupplier stackTrace) {
        this.err = err;
        this.stackTrace = stackTrace;
    }

    @Override
    public int handleParseException(final ParameterException e, final String[] args) {
        final CommandLine command = e.getCommandLine();
        if (args.length == 0) {
            command.usage(err);
            return BAD_INPUT;
        }
        final String usage = " (" + command.getCommandSpec().qualifiedName() + " --help)";
        if (args[0].equals("help")) {
            final var verb = new UnknownNameException("verb", args[args.length - 1], command.getSubcommands().keySet());
            return print(verb.getMessage(), e, BAD_INPUT);
        }
        final String plain = e.getMessage().replaceFirst("^Error: ", "");
        return print(switch (e) {
            case final UnmatchedArgumentException unmatched -> unmatched(unmatched);
            case final MissingParameterException missing ->
                typo(command, args).map(name -> unknownOption(name, command)).orElse(plain);
            case final MaxValuesExceededException repeated ->
                repeated(args).map(name -> "option '" + name + "' should be specified only once").orElse(plain);
            case final ParameterException wrong when wrong.getCause() instanceof TypeConversionException ->
                wrongValue(wrong.getArgSpec(), wrong.getValue(), wrong.getCause().getMessage());
            default -> plain;
        } + usage, e, BAD_INPUT);
    }

    private static String wrongValue(final ArgSpec option, final String value, final String why) {
        final String name = option instanceof final OptionSpec named ? named.longestName() : option.paramLabel();
        final Class<?> type = option.auxiliaryTypes()[0];
        if (type.isEnum()) {
            return new UnknownNameException("value of " + name, value, Stream.of(type.getEnumConstants())
                    .map(one -> one.toString().toLowerCase(Locale.ROOT)).toList()).getMessage();
        }
        return name + " " + value + ": " + (!why.startsWith("'" + value + "' is not a") ? why
                : type == double.class ? "write a number"
                        : value.matches("\\d+") ? "write a smaller number" : "write a whole number");
    }

    @Override
    public int handleExecutionException(final Exception e, final CommandLine command, final ParseResult parsed) {
        return report(e);
    }

    /** Prints what {@code failure} means to a user; returns the exit status. */
    int report(final Throwable failure) {
        return switch (failure) {
            case final Throwable e when Plugins.thrower(e).isPresent() ->
                print("the plug-in's " + Plugins.thrower(e).get() + " failed: " + e, e, BAD_INPUT);
            case final UncheckedIOException e -> report(e.getCause());
            case final ParameterException e -> print(e.getMessage(), e, BAD_INPUT);
            case final NumberFormatException e -> unexpected(e); // input is checked where its place is known
            case final IllegalArgumentException e -> print(e.getMessage(), e, BAD_INPUT);
            case final NoSuchFileException e -> print(e.getFile() + ": no such file", e, BAD_INPUT);
            case final AccessDeniedException e -> print(e.getFile() + ": permission denied", e, BAD_INPUT);
            case final FileSystemException e -> print(e.getFile() + ": "
                    + (e.getReason() == null ? "cannot be used" : e.getReason()), e, BAD_INPUT);
            case final IOException e -> print(e.getMessage() == null ? "input or output failed" : e.getMessage(), e,
                    BAD_INPUT);
            case final OutOfMemoryError e ->
                print("out of memory: the input is too large, or raise -Xmx", e, BAD_INPUT);
            default -> unexpected(failure);
        };
    }

    private int unexpected(final Throwable failure) {
        return print("internal error (" + failure + "): " + BUGS, failure, OUR_BUG);
    }

    private int print(final String message, final Throwable failure, final int status) {
        final var start = new StringBuilder();
        message.codePoints().limit(LONGEST).forEach(start::appendCodePoint);
        err.println("perch: " + Printable.line(start.toString().replaceAll("\\s", " ")));
        if (stackTrace.getAsBoolean() || Boolean.getBoolean("perch.debug")) {
            failure.printStackTrace(err);
        }
        err.flush();
        return status;
    }

    private static String unmatched(final UnmatchedArgumentException e) {
        final String argument = e.getUnmatched().getFirst();
        final var spec = e.getCommandLine().getCommandSpec();
        if (e.isUnknownOption()) {
            return unknownOption(optionName(argument), e.getCommandLine());
        }
        final Collection<String> verbs = spec.subcommands().keySet();
        return verbs.isEmpty() ? "'" + argument + "' is one argument too many"
                : verbs.contains(argument) ? "leave out the '--' before the verb '" + argument + "'"
                        : "unknown verb '" + argument + "'" + UnknownNameException.suggestion(argument, verbs);
    }

    private static String unknownOption(final String name, final CommandLine command) {
        return "unknown option '" + name + "'" + UnknownNameException.suggestion(name, longNames(command));
    }

    private static String optionName(final String argument) {
        final int equals = argument.indexOf('=');
        return equals < 0 ? argument : argument.substring(0, equals);
    }

    /** The first of {@code args} that looks like an option and is none: rather a typo than what is missing. */
    private static Optional<String> typo(final CommandLine command, final String... args) {
        return Stream.of(args).filter(argument -> argument.startsWith("--")).map(Failure::optionName)
                .filter(name -> !command.getCommandSpec().optionsMap().containsKey(name)).findFirst();
    }

    /** The option that {@code args} name twice. */
    private static Optional<String> repeated(final String... args) {
        final Set<String> seen = new HashSet<>();
        return Stream.of(args).filter(argument -> argument.startsWith("--")).map(Failure::optionName)
                .filter(name -> !seen.add(name)).findFirst();
    }

    private static List<String> longNames(final CommandLine command) {
        final List<String> names = new ArrayList<>();
        command.getCommandSpec().options().stream().filter(option -> !option.hidden())
                .forEach(option -> names.add(option.longestName()));
        return names;
    }
}
