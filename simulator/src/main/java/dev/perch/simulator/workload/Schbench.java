package dev.perch.simulator.workload;

import dev.perch.simulator.Metric;
import dev.perch.simulator.SimulatedTask;
import dev.perch.simulator.Span;
import dev.perch.simulator.Workload;
import dev.perch.simulator.World;
import java.util.List;

/**
 * schbench as it was up to 2022 (github.com/masoncl/schbench, commit 2eef44790a4e): a message thread that a worker
 * rings sleeps for a while and a random quarter of it, then wakes all that wait; a worker spins by the clock and rings
 * again. Judged by how long after the batch's stamp the workers run.
 *
 * <p>In the versions with -C a message thread spins before it sleeps; where it shall not sleep, it does not wait for a
 * ring either, but spins from one batch to the next.
 *
 * @param crew             how many threads
 * @param sleepMicros      how long a message thread sleeps at least (-s)
 * @param cpuMicros        how long a worker spins (-c)
 * @param messageCpuMicros how long a message thread spins (-C)
 */
record Schbench(Crew crew, int sleepMicros, int cpuMicros, int messageCpuMicros) implements Workload {
    /** By how much a timer of a task may be late: the kernel's default slack. */
    static final long TIMER_SLACK_NANOS = 50_000;
    /** What is printed of latencies. */
    static final double[] PERCENTILES = {50, 90, 99, 99.9};
    private static final long NANOS_A_MICRO = 1000;
    /** A worker's share of the extra sleep. */
    private static final int JITTER = 4;
    /**
     * What a thread touches when it is woken: of its stack in the kernel a dozen lines, as many of saved registers, and
     * some of its own stack and message. Counted.
     */
    static final int WORKING_SET = 2 << 10;
    /** A round takes some 65 ms: enough of them for a 99th percentile, after the seconds that balance takes to settle. */
    private static final Span SPAN = Span.ofMillis(3000, 4000);

    @Override
    public String name() {
        return "schbench:" + crew.name() + ",sleep=" + sleepMicros + ",cpu=" + cpuMicros
                + (messageCpuMicros > 0 ? ",message-cpu=" + messageCpuMicros : "");
    }

    @Override
    public String caseName() {
        return "schbench";
    }

    @Override
    public String loadUnit() {
        return crew.loadUnit();
    }

    @Override
    public List<Metric> metrics() {
        return Latencies.metrics("wakeup_latency", PERCENTILES).toList();
    }

    @Override
    public Span span() {
        return SPAN;
    }

    @Override
    public Trial start(final World world, final int load) {
        final var latencies = new Latencies();
        final long sleep = sleepMicros * NANOS_A_MICRO;
        final long spin = cpuMicros * NANOS_A_MICRO;
        final var between = new MessageThread.Between(sleep > 0 || messageCpuMicros == 0,
                messageCpuMicros * NANOS_A_MICRO,
                () -> sleep == 0 ? 0 : sleep + (long) (world.chance() * sleep / JITTER) + TIMER_SLACK_NANOS);
        crew.start(world, load, WORKING_SET, between, latencies, () -> new Spin(world, spin));
        return new Trial() {
            @Override
            public void warm(final long nowNanos) {
                latencies.forget();
            }

            @Override
            public List<Double> results(final long nowNanos) {
                return latencies.values(PERCENTILES).toList();
            }
        };
    }

    /** A worker's spinning, until the clock shows that it is done. */
    private static final class Spin implements Worker.Request {
        private final World world;
        private final long nanos;
        private boolean spun;

        Spin(final World world, final long nanos) {
            this.world = world;
            this.nanos = nanos;
        }

        @Override
        public boolean goesOn(final SimulatedTask self) {
            spun = !spun;
            if (spun) {
                self.spinUntil(world.now() + nanos);
            }
            return spun;
        }
    }
}
