package dev.perch.cli;

import dev.perch.scheduler.Policies;
import dev.perch.simulator.Workload;
import dev.perch.simulator.Workloads;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.function.Function;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.io.IOException;
import picocli.CommandLine.Option;

/** The option {@code --plugin} of every verb that takes policies or workloads: a {@code @Mixin} of its class. */
final class Plugins {
    private static final List<String> SERVICES = List.of("dev.perch.scheduler.Policy", "dev.perch.simulator.Benchmark");

    @Option(names = "--plugin", paramLabel = "FILE.jar", description = "A jar with policies or workloads of your own; "
            + "see docs/your-own-policy.md.")
    private List<Path> jars = List.of();
    private ClassLoader loader;

    /**
     * The kernels and the policies of the jars, which stay open as long as the process.
     *
     * @throws IllegalArgumentException if a jar is none, or its policy cannot be made
     */
    Policies policies() throws IOException {
        return found(Policies::in);
    }

    /** The workload that {@code text} names, ours or the jars'. */
    Workload workload(final String text) throws IOException {
        return found(from -> Workloads.parse(text, from));
    }

    private <T> T found(final Function<ClassLoader, T> services) throws IOException {
        try {
            return services.apply(loader());
        } catch (final ServiceConfigurationError | LinkageError e) {
            throw new IllegalArgumentException("--plugin " + jars.getFirst() + ": " + e.getMessage(), e);
        }
    }

    private ClassLoader loader() throws IOException {
        if (loader == null) {
            final List<URL> urls = new ArrayList<>();
            for (final Path jar : jars) {
                urls.add(url(jar));
            }
            loader = urls.isEmpty() ? Plugins.class.getClassLoader() // else open to the end: its classes load when needed
                    : new URLClassLoader("plugins", urls.toArray(URL[]::new), Plugins.class.getClassLoader());
        }
        return loader;
    }

    private static URL url(final Path jar) throws IOException {
        try (var zip = new ZipFile(jar.toFile())) {
            if (SERVICES.stream().allMatch(service -> zip.getEntry("META-INF/services/" + service) == null)) {
                throw new IllegalArgumentException(jar + ": has no META-INF/services/" + SERVICES.getFirst() + " or "
                        + SERVICES.getLast() + ", which names its policies or workloads");
            }
        } catch (final ZipException e) {
            throw new IllegalArgumentException(jar + ": is no jar (" + e.getMessage() + ")", e);
        }
        return jar.toUri().toURL();
    }
}
