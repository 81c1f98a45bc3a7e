package dev.perch.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code perch machine [NAME|PATH]}: shows a machine. */
@Command(name = "machine", mixinStandardHelpOptions = true, description = "Shows a machine: its tree and its costs.")
final class MachineVerb implements Callable<Integer> {
    @Parameters(paramLabel = "NAME|PATH", arity = "0..1",
            description = "A machine of the catalogue or a file; the running host where none is named.")
    private String machine;

    @Mixin
    private Output output;

    @Override
    public Integer call() throws IOException {
        output.print(Table.of("machine").row(machine));
        return 0;
    }
}
