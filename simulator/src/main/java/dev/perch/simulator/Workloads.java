package dev.perch.simulator;

import dev.perch.topology.UnknownNameException;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/** Finds workloads by name. */
public final class Workloads {
    private Workloads() {}

    /** All kinds of workload, by name; {@code plugins} is searched besides Perch itself. */
    public static List<Benchmark> all(final ClassLoader plugins) {
        return ServiceLoader.load(Benchmark.class, plugins).stream().map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(Benchmark::name)).toList();
    }

    /**
     * The workload that {@code text} names: {@code NAME}, {@code NAME:KEY=VALUE,KEY=VALUE}, {@code NAME:FILE}, or the
     * file of rt-app alone. Fails with the nearest right name where it is unknown.
     */
    public static Workload parse(final String text, final ClassLoader plugins) {
        if (text.endsWith(".json") && !text.contains(":")) {
            return parse("rt-app:" + text, plugins);
        }
        final int colon = text.indexOf(':');
        final String name = colon < 0 ? text : text.substring(0, colon);
        final List<Benchmark> all = all(plugins);
        final Benchmark benchmark = all.stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow(
                () -> new UnknownNameException("workload", name, all.stream().map(Benchmark::name).toList()));
        final Options options = new Options(name, colon < 0 ? "" : text.substring(colon + 1));
        final Workload workload = benchmark.configured(options);
        options.finish();
        return workload;
    }
}
