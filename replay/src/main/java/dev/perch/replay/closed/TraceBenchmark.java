package dev.perch.replay.closed;

import dev.perch.simulator.Benchmark;
import dev.perch.simulator.Options;
import dev.perch.simulator.Workload;
import java.io.IOException;
import java.io.UncheckedIOException;

/** {@code trace:FILE}. */
public final class TraceBenchmark implements Benchmark {
    /** For the service loader. */
    public TraceBenchmark() {}

    @Override
    public String name() {
        return "trace";
    }

    @Override
    public String about() {
        return "the tasks of a recording: they compute, wake and wait as they did; wake-up latency and placement;"
                + " trace:FILE";
    }

    @Override
    public Workload configured(final Options options) {
        try {
            return RecordedTasks.of(options.file());
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
