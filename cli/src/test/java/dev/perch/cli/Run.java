package dev.perch.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/** One run of the command inside the test's JVM: what it printed and its exit status. */
record Run(int status, String out, String err) {
    /** Runs {@code perch} with these arguments. */
    static Run perch(final String... args) {
        final var out = new StringWriter();
        final var err = new StringWriter();
        final int status = Main.run(new PrintWriter(out), new PrintWriter(err), args);
        return new Run(status, out.toString(), err.toString());
    }
}
