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

    /** Refuses a runtime's policy where the workload has no runtime. */
    public Comparison {
        for (final Policy policy : policies) {
            if (workload.kernel(policy).isForCarriers()) {
                throw new IllegalArgumentException("policy " + policy.name()
                        + " places a runtime's threads on its carriers, and " + workload.name()
                        + " has none: it is for the workloads jvm:bench=NAME");
            }
        }
    }

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

    /** Makes all runs on {@code jobs} threads; a row for each load and metric, in their order. */
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
                throw switch (e.getCause()) {
                    case final RuntimeException cause -> cause;
                    case final Error cause -> throw cause; // such as too little memory for so many tasks
                    default -> new IllegalStateException(e.getCause());
                };
            }
        }
    }

    private Run run(final Policy policy, final int load, final int run) {
        return new Run(machine, cpus, policy, workload, load, settings.seed() + run, settings.span());
    }

    private List<Row> rows(final List<Future<RunResult>> results) throws InterruptedException, ExecutionException {
        final List<Row> rows = new ArrayList<>();
        int next = 0;
        for (final int load : loads) {
            final List<List<RunResult>> runsByPolicy = new ArrayList<>();
            for (int policy = 0; policy < policies.size(); policy++) {
                final List<RunResult> runs = new ArrayList<>();
                for (int run = 0; run < settings.runs(); run++) {
                    runs.add(results.get(next++).get());
                }
                runsByPolicy.add(runs);
            }
            for (int metric = 0; metric < workload.metrics().size(); metric++) {
                rows.add(row(load, metric, runsByPolicy));
            }
        }
        return rows;
    }

    private Row row(final int load, final int metric, final List<List<RunResult>> runsByPolicy) {
        final List<Cell> cells = new ArrayList<>();
        for (int policy = 0; policy < policies.size(); policy++) {
            cells.add(Cell.of(policies.get(policy), runsByPolicy.get(policy), metric));
        }
        return new Row(load, workload.metrics().get(metric), cells);
    }

    /**
     * One load under each policy, the baseline first, judged by one metric.
     *
     * @param load   how much of the workload
     * @param metric what is judged
     * @param cells  a policy each
     */
    public record Row(int load, Metric metric, List<Cell> cells) {
        /** By how many percent {@code candidate} is better than the baseline; negative where it is worse. */
        public double change(final Cell candidate) {
            return metric.change(baseline().mean(), candidate.mean());
        }

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
