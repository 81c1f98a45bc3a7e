package dev.perch.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** The {@code perch} command: one verb a class. */
@Command(name = "perch", mixinStandardHelpOptions = true, version = "perch 0.1.0",
        description = "Where should a waking task run? Linux wake-up placement: exact, simulated, replayed.",
        subcommands = HelpCommand.class)
public final class Main {
    private Main() {}

    /** Runs one verb and exits with its status. */
    public static void main(final String[] args) {
        System.exit(new CommandLine(new Main()).execute(args));
    }
}
