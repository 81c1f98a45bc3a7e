package dev.perch.cli.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The runtime's workloads by name, and how one is measured: in pairs of JVMs.
 *
 * @param pairs         how many pairs of runs
 * @param warmupMillis  how long each run warms up
 * @param measureMillis how long it then counts
 */
public record RuntimeBench(int pairs, long warmupMillis, long measureMillis) {
    private static final int WORK_STEPS = 3_000;
    private static final Map<String, Load> LOADS = loads();

    private static Map<String, Load> loads() {
        final Map<String, Load> loads = new LinkedHashMap<>();
        loads.put("pingpong-queue", PingPong::synchronousQueue);
        loads.put("pingpong-park", PingPong::lockSupport);
        loads.put("hackbench", Queues.hackbench(0));
        loads.put("hackbench-work", Queues.hackbench(WORK_STEPS));
        loads.put("request-reply", Queues::requestReply);
        loads.put("fork-join-8", ForkJoin::ofEight);
        for (final int connections : new int[]{1, 64, 1_000}) {
            loads.put("tcp-" + connections, TcpEcho.of(connections, 0));
            loads.put("tcp-" + connections + "-work", TcpEcho.of(connections, WORK_STEPS));
        }
        return Collections.unmodifiableMap(loads);
    }

    /** The names of the workloads, in the order of tables. */
    public static Collection<String> names() {
        return LOADS.keySet();
    }

    static Load named(final String name) {
        return LOADS.get(name);
    }

    /**
     * Measures workload {@code bench}; {@code afterEach} runs after each of its runs. Which scheduler comes
     * first alternates.
     *
     * @throws IOException           if the host's limit of open files is too low for it
     * @throws IllegalStateException if a JVM fails; the message holds what it said
     */
    public Pairs measure(final String bench, final Runnable afterEach) throws IOException, InterruptedException {
        final List<Double> defaults = new ArrayList<>();
        final List<Double> perchs = new ArrayList<>();
        for (int pair = 0; pair < pairs; pair++) {
            for (int half = 0; half < 2; half++) {
                if ((pair + half) % 2 == 0) {
                    defaults.add(run("default", bench));
                } else {
                    perchs.add(run("perch", bench));
                }
                afterEach.run();
            }
        }
        return new Pairs(bench, defaults, perchs);
    }

    private double run(final String scheduler, final String bench) throws IOException, InterruptedException {
        final Process child = new ProcessBuilder(command(scheduler, bench)).redirectErrorStream(true).start();
        final String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        final String first = said.lines().findFirst().orElse("");
        final boolean failed = child.waitFor() != 0;
        if (failed && said.contains("Too many open files")) {
            throw new IOException("workload " + bench + " needs more open files than this host lets a process have:"
                    + " raise that limit (ulimit -n 4096), or leave the workload out");
        }
        if (failed || !first.matches("[0-9.E]+")) {
            throw new IllegalStateException("workload " + bench + " failed under the " + scheduler + " scheduler: "
                    + first);
        }
        return Double.parseDouble(first);
    }

    List<String> command(final String scheduler, final String bench) {
        final var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx1g", "-XX:+UseParallelGC"));
        final String modules = System.getProperty("jdk.module.path");
        final var module = RuntimeBench.class.getModule();
        final String opened = module.isNamed() ? "dev.perch.runtime" : "ALL-UNNAMED";
        command.addAll(List.of("--add-opens", "java.base/java.lang=" + opened, "--enable-native-access=" + opened));
        if (module.isNamed()) {
            command.addAll(
                    List.of("--module-path", modules, "-m", module.getName() + '/' + BenchChild.class.getName()));
        } else {
            command.addAll(List.of("-cp", System.getProperty("java.class.path"), BenchChild.class.getName()));
        }
        command.addAll(List.of(scheduler, bench, Long.toString(warmupMillis), Long.toString(measureMillis)));
        return command;
    }
}
