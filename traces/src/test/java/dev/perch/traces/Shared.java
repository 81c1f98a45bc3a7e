package dev.perch.traces;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** Files that the repository does not hold. Tests that need one are skipped, and say so, where it is missing. */
public final class Shared {
    private Shared() {}

    /** The file or directory of this name. */
    public static Path path(final String name) {
        final Path path = Path.of(System.getProperty("perch.shared", "../shared")).resolve(name);
        Assumptions.assumeTrue(Files.exists(path), () -> "skipped: there is no " + path);
        return path;
    }
}
