package dev.perch.simulator.workload;

import dev.perch.simulator.DataSet;
import dev.perch.simulator.Metric;
import dev.perch.simulator.Part;
import dev.perch.simulator.SimulatedTask;
import dev.perch.simulator.Span;
import dev.perch.simulator.SpinLock;
import dev.perch.simulator.Workload;
import dev.perch.simulator.World;
import java.util.List;
import java.util.stream.Stream;

/**
 * schbench as it is since 2023 (github.com/masoncl/schbench): a message thread wakes the workers that ring at once; a
 * worker's request is a sleep and some multiplications of matrices of its own, which it makes holding the lock of the
 * CPU it begins them on. Who finds that lock taken spins: so that a preempted request costs others theirs.
 *
 * @param crew        how many threads
 * @param sleepMicros how long a request sleeps (-s)
 * @param operations  how many multiplications it makes (-n)
 * @param footprint   the matrices' size together, KiB (-F)
 */
record NewSchbench(Crew crew, int sleepMicros, int operations, int footprint) implements Workload {
    private static final long NANOS_A_MICRO = 1000;
    private static final int MATRICES = 3;
    /**
     * A multiplication and addition of the innermost loop, whose sum goes through memory: timed on a Zen 3 (gcc 12 -O2),
     * as a core takes that forwards a store to the next load without a detour; an older one takes 5 (schbench's README
     * tells of 17 ms a request on 52 threads of a Skylake).
     */
    private static final double STEP_CYCLES = 2.1;
    /**
     * As long as schbench's own runs (-r 30), in which balance spreads few workers over the LLCs; or 200,000 requests, to
     * which more workers come in less time, and balance with them.
     */
    private static final Span SPAN = new Span(2_000_000_000L, 28_000_000_000L, 200_000);

    @Override
    public String name() {
        return "schbench:version=new," + crew.name() + ",sleep=" + sleepMicros + ",operations=" + operations
                + ",footprint=" + footprint;
    }

    @Override
    public String caseName() {
        return "schbench-new";
    }

    @Override
    public String loadUnit() {
        return crew.loadUnit();
    }

    @Override
    public List<Metric> metrics() {
        return Stream.of(Stream.of(new Metric("rps", "requests/s", Metric.Better.HIGHER),
                new Metric("rps_p20", "requests/s", Metric.Better.HIGHER)),
                Latencies.metrics("wakeup_latency", Schbench.PERCENTILES),
                Latencies.metrics("request_latency", Schbench.PERCENTILES)).flatMap(metrics -> metrics).toList();
    }

    @Override
    public Span span() {
        return SPAN;
    }

    private double workCycles() {
        final double side = Math.floor(Math.sqrt((double) (footprint << 10) / MATRICES / Long.BYTES));
        return operations * side * side * side * STEP_CYCLES;
    }

    @Override
    public Trial start(final World world, final int load) {
        final var wakeUps = new Latencies();
        final var requests = new Latencies();
        final var rate = new RequestRate();
        final var locks = Stream.generate(SpinLock::new).limit(world.cpus().wordCount() * (long) Long.SIZE)
                .toArray(SpinLock[]::new);
        final double work = workCycles();
        crew.start(world, load, Schbench.WORKING_SET, new MessageThread.Between(true, 0, () -> 0), wakeUps,
                () -> new Multiplication(world, locks, world.data(footprint << 10), sleepMicros * NANOS_A_MICRO, work,
                        requests, rate));
        return new Trial() {
            @Override
            public void warm(final long nowNanos) {
                wakeUps.forget();
                requests.forget();
                rate.forget(nowNanos);
            }

            @Override
            public Part part() {
                return new Part(rate.total(), rate.total(), "requests");
            }

            @Override
            public List<Double> results(final long nowNanos) {
                return Stream.of(Stream.of(rate.average(nowNanos), rate.twentiethPercentile(nowNanos)),
                        wakeUps.values(Schbench.PERCENTILES), requests.values(Schbench.PERCENTILES))
                        .flatMap(values -> values).toList();
            }
        };
    }

    /** A worker's request. */
    private static final class Multiplication implements Worker.Request {
        private enum Step {
            SLEEP, LOCK, MULTIPLY, UNLOCK, END
        }

        private final World world;
        private final SpinLock[] locks;
        private final DataSet matrices;
        private final long sleep;
        private final double work;
        private final Latencies requests;
        private final RequestRate rate;
        private int lockedCpu;
        private long began;
        private Step step = Step.SLEEP;

        Multiplication(final World world, final SpinLock[] locks, final DataSet matrices, final long sleep,
                final double work,
                final Latencies requests, final RequestRate rate) {
            this.world = world;
            this.locks = locks;
            this.matrices = matrices;
            this.sleep = sleep;
            this.work = work;
            this.requests = requests;
            this.rate = rate;
        }

        @Override
        public boolean goesOn(final SimulatedTask self) {
            switch (step) {
                case SLEEP -> {
                    began = world.now();
                    self.sleep(sleep + Schbench.TIMER_SLACK_NANOS);
                    step = Step.LOCK;
                }
                case LOCK -> {
                    lockedCpu = self.cpu;
                    self.lock(locks[lockedCpu]);
                    step = Step.MULTIPLY;
                }
                case MULTIPLY -> {
                    if (self.cpu == lockedCpu) {
                        self.compute(world.cycles(work), matrices);
                        step = Step.UNLOCK;
                    } else { // it was moved while it waited
                        self.unlock(locks[lockedCpu]);
                        step = Step.LOCK;
                    }
                }
                case UNLOCK -> {
                    self.unlock(locks[lockedCpu]);
                    step = Step.END;
                }
                case END -> {
                    requests.record(began, world.now());
                    rate.done(world.now());
                    step = Step.SLEEP;
                    return false;
                }
            }
            return true;
        }
    }
}
