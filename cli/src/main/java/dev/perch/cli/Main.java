package dev.perch.cli;

import java.io.BufferedOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The {@code perch} command: one verb a class. */
@Command(name = "perch", mixinStandardHelpOptions = true, versionProvider = Main.Version.class,
        synopsisSubcommandLabel = "VERB",
        description = "Where should a waking task run? Linux wake-up placement: exact, simulated, replayed.",
        commandListHeading = "%nVerbs:%n", footer = "%nperch help VERB tells about one.")
public final class Main {
    private static final List<Class<?>> VERBS = List.of(MachineVerb.class, CompareVerb.class, ReproduceVerb.class,
            AnalyzeVerb.class,
            ReplayVerb.class, ConformVerb.class, ExplainVerb.class, BenchRuntimeVerb.class, ListVerb.class,
            HelpCommand.class);

    @Option(names = "--stack-trace", scope = ScopeType.INHERIT, hidden = true,
            description = "Print where a failure came from (as -Dperch.debug=true does).")
    boolean stackTrace;

    /**
     * Runs one verb and exits with its status: 0, 1 for a check that failed, 2 for bad usage or bad input, 70 for our own
     * mistake.
     */
    public static void main(final String[] args) {
        final var standard = new StandardOutput();
        final var out = new PrintStream(new BufferedOutputStream(standard), false, StandardCharsets.UTF_8);
        final var err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
        System.setOut(out);
        System.setErr(err);
        final int status = run(new PrintWriter(out, false, StandardCharsets.UTF_8),
                new PrintWriter(err, true, StandardCharsets.UTF_8), args);
        out.flush();
        standard.failure().ifPresent(why -> err.println("perch: the standard output cannot be written: " + why));
        System.exit(standard.failure().isPresent() ? Failure.BAD_INPUT : status);
    }

    /** Runs one verb with these streams and returns its exit status. */
    static int run(final PrintWriter out, final PrintWriter err, final String... args) {
        final var main = new Main();
        final var failure = new Failure(err, () -> main.stackTrace);
        try {
            final var command = new CommandLine(main);
            verbs(args).forEach(command::addSubcommand);
            return command.setOut(out).setErr(err).setCaseInsensitiveEnumValuesAllowed(true)
                    .setExpandAtFiles(false)
                    .setUsageHelpAutoWidth(true).setParameterExceptionHandler(failure)
                    .setExecutionStrategy(parsed -> {
                        WrittenFiles.check(parsed);
                        return new CommandLine.RunLast().execute(parsed);
                    })
                    .setExecutionExceptionHandler(failure).execute(args);
        } catch (final Error e) {
            return failure.report(e);
        } finally {
            out.flush();
        }
    }

    /** The version that the build gave this module. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[]{"perch " + Main.class.getModule().getDescriptor().rawVersion().orElse("of no version")};
        }
    }

    /** The verb that {@code args} start with, else all: to learn the options of one takes a third of the time. */
    private static List<Class<?>> verbs(final String... args) {
        final List<Class<?>> named = VERBS.stream().filter(verb -> verb != HelpCommand.class && args.length > 0
                && verb.getAnnotation(Command.class).name().equals(args[0])).toList();
        return named.isEmpty() ? VERBS : named;
    }
}
