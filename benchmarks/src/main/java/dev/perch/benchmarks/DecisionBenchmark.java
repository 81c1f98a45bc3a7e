package dev.perch.benchmarks;

import dev.perch.cli.conform.DecisionLoop;
import dev.perch.scheduler.Policies;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The time of one idle search, the change of state before it included: what {@code perch conform --time} measures. The
 * files are found in the directory that {@code -Dperch.speed} names.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class DecisionBenchmark {
    private static final int DECISIONS = 4096;

    /** The machine and kind of a speed file. */
    @Param({"kunpeng920-128-mix-u025", "kunpeng920-128-linear-u097", "kunpeng920-128-linear-u100",
            "milan-2x64x2-mix-u050",
            "xeon-2x56x2-scan-u075", "xeon-2x56x2-linear-u097", "xeon-2x56x2-linear-u100"})
    public String file;

    private DecisionLoop loop;

    /** Reads the decisions. */
    @Setup
    public void read() throws IOException {
        final String directory = System.getProperty("perch.speed", "../shared/vectors/speed");
        loop = new DecisionLoop(Path.of(directory, file + ".jsonl.gz"), Policies.kernels());
    }

    /** Decides. */
    @Benchmark
    @OperationsPerInvocation(DECISIONS)
    public long decide() {
        return loop.run(DECISIONS);
    }
}
