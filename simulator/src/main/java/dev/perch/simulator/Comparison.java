package dev.perch.simulator;

import dev.perch.machines.Machine;
import dev.perch.scheduler.Policy;
import dev.perch.topology.CpuSet;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A workload at several loads under several policies, some runs each: what a mailing-list table needs. The first policy
 * is the baseline. The runs are independent, so that their number of threads changes nothing but the time they take;
 * the n-th runs of all policies share a seed.
 *
 * @param machine  where
 * @param cpus     the CPUs that the workload is bound to
 * @param workload what runs
 * @param loads    how much of it, each 1 upwards
 * @param policies the baseline, then the candidates
 * @param settings how often, how long, with which seed
 */
public record Comparison(Machine machine, CpuSet cpus, Workload workload, List<Integer> loads, List<Policy> policies,
        Settings settings) {

    private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

    /** Hears of each finished run, in any order, from several threads. */
    @FunctionalInterface
    public interface Progress {
        /** Another run is done; it took {@code cpuNanos} nanoseconds of its thread's CPU time. */
        void done(RunResult result, long cpuNanos);
    }

    /** How many runs {@link #make} makes. */
    public int size() {
        return loads.size() * policies.size() * settings.runs();
    }

    /** Makes all runs on {@code jobs} threads; a row for each load, in their order. */
    public List<Row> make(final int jobs, final Progress progress) throws InterruptedException {
        try (var pool = Executors.newFixedThreadPool(jobs)) {
            final List<Future<RunResult>> results = new ArrayList<>();
            for (final int load : loads) {
                for (final Policy policy : policies) {
                    for (int run = 0; run < settings.runs(); run++) {
                        final Run next = run(policy, load, run);
                        results.add(pool.submit(() -> {
                            final long start = CPU.getCurrentThreadCpuTime();
                            final RunResult result = next.make();
                            progress.done(result, CPU.getCurrentThreadCpuTime() - start);
                            return result;
                        }));
                    }
                }
            }
            try {
                return rows(results);
            } catch (final ExecutionException e) {
                pool.shutdownNow();
                throw e.getCause() instanceof final RuntimeException cause ? cause
                        : new IllegalStateException(e.getCause());
            }
        }
    }

    private Run run(final Policy policy, final int load, final int run) {
        return new Run(machine, cpus, policy, workload, load, settings.seed() + run, settings.warmUpNanos(),
                settings.durationNanos());
    }

    private List<Row> rows(final List<Future<RunResult>> results) throws InterruptedException, ExecutionException {
        final List<Row> rows = new ArrayList<>();
        int next = 0;
        for (final int load : loads) {
            final List<Cell> cells = new ArrayList<>();
            for (final Policy policy : policies) {
                final List<RunResult> runs = new ArrayList<>();
                for (int run = 0; run < settings.runs(); run++) {
                    runs.add(results.get(next++).get());
                }
                cells.add(Cell.of(policy, runs));
            }
            rows.add(new Row(load, cells));
        }
        return rows;
    }

    /** One load under each policy, the baseline first. */
    public record Row(int load, List<Cell> cells) {
        /** The cell of the baseline. */
        public Cell baseline() {
            return cells.getFirst();
        }

        /** The cells of the candidates. */
        public List<Cell> candidates() {
            return cells.subList(1, cells.size());
        }
    }
}
