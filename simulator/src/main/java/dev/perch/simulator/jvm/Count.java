package dev.perch.simulator.jvm;

import dev.perch.simulator.Workload.Trial;
import java.util.List;

/** Counts operations: a step that takes no time, and the run's result. */
final class Count implements Step, Trial {
    private static final double SECOND = 1e9;

    private long operations;
    private long before;
    private long warmAt;

    @Override
    public double nanos(final VirtualThread self, final int cpu) {
        return 0;
    }

    @Override
    public boolean happen(final VirtualThread self, final JvmThread on) {
        operations++;
        return true;
    }

    @Override
    public void warm(final long nowNanos) {
        before = operations;
        warmAt = nowNanos;
    }

    @Override
    public List<Double> results(final long nowNanos) {
        return List.of((operations - before) * SECOND / (nowNanos - warmAt));
    }
}
