package dev.perch.cli;

import dev.perch.scheduler.Policies;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.io.IOException;
import picocli.CommandLine.Option;

/** The option {@code --plugin} of every verb that takes policies: a {@code @Mixin} of its class. */
final class Plugins {
    @Option(names = "--plugin", paramLabel = "FILE.jar", description = "A jar with policies of your own; see "
            + "docs/your-own-policy.md.")
    private List<Path> jars = List.of();

    /**
     * The kernels and the policies of the jars, which stay open as long as the process.
     *
     * @throws IllegalArgumentException if a jar is none, or its policy cannot be made
     */
    Policies policies() throws IOException {
        if (jars.isEmpty()) {
            return Policies.in(Plugins.class.getClassLoader());
        }
        final List<URL> urls = new ArrayList<>();
        for (final Path jar : jars) {
            urls.add(url(jar));
        }
        @SuppressWarnings("resource") // its classes are loaded as they are needed, until the end
        final var loader = new URLClassLoader("plugins", urls.toArray(URL[]::new), Plugins.class.getClassLoader());
        try {
            return Policies.in(loader);
        } catch (final ServiceConfigurationError | LinkageError e) {
            throw new IllegalArgumentException("--plugin " + jars.getFirst() + ": " + e.getMessage(), e);
        }
    }

    private static URL url(final Path jar) throws IOException {
        try (var zip = new ZipFile(jar.toFile())) {
            if (zip.getEntry("META-INF/services/dev.perch.scheduler.Policy") == null) {
                throw new IllegalArgumentException(
                        jar + ": has no META-INF/services/dev.perch.scheduler.Policy, which names its policies");
            }
        } catch (final ZipException e) {
            throw new IllegalArgumentException(jar + ": is no jar (" + e.getMessage() + ")", e);
        }
        return jar.toUri().toURL();
    }
}
