package dev.perch.machines;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** The folder of other people's machines that tests read where it is present. */
final class Shared {
    private Shared() {}

    /** The file or folder of this name; skips the test where it is missing. */
    static Path path(final String name) {
        final Path path = Path.of(System.getProperty("perch.shared", "../../shared")).resolve(name);
        Assumptions.assumeTrue(Files.exists(path), path + " is missing: real machines are not read");
        return path;
    }
}
