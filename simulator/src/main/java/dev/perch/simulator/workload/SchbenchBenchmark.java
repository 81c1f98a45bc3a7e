package dev.perch.simulator.workload;

import dev.perch.simulator.Benchmark;
import dev.perch.simulator.Options;
import dev.perch.simulator.Workload;

/** {@code schbench:version=old|new,workers=N|message-threads=N,…}. */
public final class SchbenchBenchmark implements Benchmark {
    private static final int MOST_THREADS = 10_000;
    private static final int LONGEST_MICROS = 10_000_000;
    private static final int USUAL_WORKERS = 28;
    private static final int USUAL_SPIN_MICROS = 30_000;
    private static final int USUAL_SLEEP_MICROS = 100;
    private static final int USUAL_OPERATIONS = 5;
    private static final int USUAL_FOOTPRINT = 256;
    private static final int MOST_FOOTPRINT = 1 << 16;

    /** schbench's forms. */
    private enum Version {
        /** Batches of workers that spin. */
        OLD,
        /** Requests. */
        NEW
    }

    /** For the service loader. */
    public SchbenchBenchmark() {}

    @Override
    public String name() {
        return "schbench";
    }

    @Override
    public String about() {
        return "message threads that wake workers; wake-up latency (version=old, sleep=US, cpu=US: 30000 each,"
                + " message-cpu=US (0)), requests/s besides (version=new, sleep=US (100), operations=N (5),"
                + " footprint=KIB (256)); workers=N (28) of each message thread, the load being those, or"
                + " message-threads=N, the load being the workers of each";
    }

    @Override
    public Workload configured(final Options options) {
        final Version version = options.choice("version", Version.OLD);
        final int messageThreads = options.number("message-threads", 1, MOST_THREADS, 0);
        final var crew = new Crew(messageThreads,
                options.number("workers", 1, MOST_THREADS, messageThreads > 0 ? 0 : USUAL_WORKERS));
        return switch (version) {
            case OLD -> {
                options.only("version=new", "operations", "footprint");
                yield new Schbench(crew, options.number("sleep", 0, LONGEST_MICROS, USUAL_SPIN_MICROS),
                        options.number("cpu", 0, LONGEST_MICROS, USUAL_SPIN_MICROS),
                        options.number("message-cpu", 0, LONGEST_MICROS, 0));
            }
            case NEW -> {
                options.only("version=old", "cpu", "message-cpu");
                yield new NewSchbench(crew, options.number("sleep", 0, LONGEST_MICROS, USUAL_SLEEP_MICROS),
                        options.number("operations", 1, MOST_THREADS, USUAL_OPERATIONS),
                        options.number("footprint", 1, MOST_FOOTPRINT, USUAL_FOOTPRINT));
            }
        };
    }
}
