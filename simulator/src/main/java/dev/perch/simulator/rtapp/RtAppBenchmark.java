package dev.perch.simulator.rtapp;

import dev.perch.simulator.Benchmark;
import dev.perch.simulator.Options;
import dev.perch.simulator.Workload;
import dev.perch.topology.ByteOrderMark;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** {@code rt-app:FILE}, or only the FILE where its name ends in {@code .json}. */
public final class RtAppBenchmark implements Benchmark {
    private static final long MOST_BYTES = 16 << 20;

    /** For the service loader. */
    public RtAppBenchmark() {}

    @Override
    public String name() {
        return "rt-app";
    }

    @Override
    public String about() {
        return "the threads of an rt-app file; wake-up latency, run, period, slack; rt-app:FILE or FILE.json";
    }

    @Override
    public Workload configured(final Options options) {
        final Path path = options.file();
        try {
            if (Files.isDirectory(path)) {
                throw new IllegalArgumentException("is a directory; name an rt-app file");
            }
            if (Files.size(path) > MOST_BYTES) {
                throw new IllegalArgumentException("larger than " + (MOST_BYTES >> 20) + " MiB: no rt-app file");
            }
            try (InputStream in = ByteOrderMark.skip(Files.newInputStream(path))) {
                return new RtAppWorkload(path,
                        RtAppFile.parse(new String(in.readAllBytes(), StandardCharsets.ISO_8859_1)));
            }
        } catch (final IllegalArgumentException e) {
            throw new IllegalArgumentException(path + ": " + e.getMessage(), e);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
