package dev.perch.cli;

import dev.perch.scheduler.Policies;
import dev.perch.scheduler.Policy;
import dev.perch.simulator.Benchmark;
import dev.perch.simulator.Workload;
import dev.perch.simulator.Workloads;
import dev.perch.traces.Recording;
import dev.perch.traces.TraceReader;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import picocli.CommandLine.Option;

/** The option {@code --plugin}: policies, workloads and trace readers of a user's own. A {@code @Mixin} of a verb. */
final class Plugins {
    private static final List<Class<?>> SERVICES = List.of(Policy.class, Benchmark.class, TraceReader.class);
    private static final String LOADER = "plug-ins"; // stands in the stack trace of what their classes throw

    @Option(names = "--plugin", paramLabel = "FILE.jar",
            description = "A jar with policies, workloads or trace readers "
                    + "of your own; see docs/your-own-policy.md.")
    private List<Path> jars = List.of();
    private ClassLoader loader;

    /**
     * The kernels and the policies of the jars, which stay open as long as the process.
     *
     * @throws IllegalArgumentException if a jar is none, its policy cannot be made, or two have one name
     */
    Policies policies() throws IOException {
        final Policies policies = found(Policies::in);
        checkNames("policies", policies.all(), Policy::name);
        return policies;
    }

    /** Every workload, ours and the jars'. */
    List<Benchmark> workloads() throws IOException {
        final List<Benchmark> workloads = found(Workloads::all);
        checkNames("workloads", workloads, Benchmark::name);
        return workloads;
    }

    /** The workload that {@code text} names, ours or the jars'. */
    Workload workload(final String text) throws IOException {
        workloads();
        return found(from -> Workloads.parse(text, from));
    }

    /** Every trace reader, ours first. */
    List<TraceReader> readers() throws IOException {
        final List<TraceReader> readers = found(Recording::readers);
        checkNames("trace formats", readers, TraceReader::format);
        return readers;
    }

    /** The class of a jar that threw {@code failure}, or what caused it; empty where none did. */
    static Optional<String> thrower(final Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .flatMap(one -> Stream.of(one.getStackTrace()))
                .filter(frame -> LOADER.equals(frame.getClassLoaderName())).map(StackTraceElement::getClassName)
                .findFirst();
    }

    private <T> void checkNames(final String kind, final List<T> all, final Function<T, String> name) {
        final Set<String> names = new HashSet<>();
        all.forEach(one -> {
            if (!names.add(name.apply(one))) {
                throw new IllegalArgumentException(
                        place() + ": two " + kind + " are called '" + name.apply(one) + "': rename the jar's");
            }
        });
    }

    private <T> T found(final Function<ClassLoader, T> services) throws IOException {
        try {
            return services.apply(loader());
        } catch (final ServiceConfigurationError | LinkageError e) {
            throw new IllegalArgumentException(place() + ": " + e.getMessage().replaceFirst("^[\\w.]+: ", "")
                    + (e.getCause() == null ? "" : ": " + e.getCause()), e);
        }
    }

    private String place() {
        return "--plugin " + jars.stream().map(Path::toString).collect(Collectors.joining(","));
    }

    private ClassLoader loader() throws IOException {
        if (loader == null) {
            final List<URL> urls = new ArrayList<>();
            for (final Path jar : jars) {
                urls.add(url(jar));
            }
            loader = urls.isEmpty() ? Plugins.class.getClassLoader() // else open to the end: its classes load when needed
                    : new URLClassLoader(LOADER, urls.toArray(URL[]::new), Plugins.class.getClassLoader());
        }
        return loader;
    }

    private static URL url(final Path jar) throws IOException {
        if (Files.exists(jar) && !Files.isRegularFile(jar)) {
            throw new IllegalArgumentException("--plugin " + jar + ": is no jar, nor any file");
        }
        try (var zip = new ZipFile(jar.toFile())) {
            if (SERVICES.stream().allMatch(one -> zip.getEntry("META-INF/services/" + one.getName()) == null)) {
                throw new IllegalArgumentException("--plugin " + jar + ": names no policy, workload or trace reader: "
                        + "META-INF/services/ in it should hold "
                        + SERVICES.stream().map(Class::getName).collect(Collectors.joining(", or ")));
            }
        } catch (final ZipException e) {
            throw new IllegalArgumentException("--plugin " + jar + ": is no jar (" + e.getMessage() + ")", e);
        }
        return jar.toUri().toURL();
    }
}
