package dev.perch.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perch.scheduler.Runqueues;
import dev.perch.scheduler.Search;
import dev.perch.scheduler.Task;
import dev.perch.scheduler.WakeUp;
import dev.perch.scheduler.runtime.JvmPerch;
import dev.perch.topology.CpuSet;
import dev.perch.topology.DomainRules;
import dev.perch.topology.KernelRelease;
import dev.perch.topology.SchedDomains;
import dev.perch.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The runtime decides as the engine does over the same state, recorded. */
@Timeout(60)
final class ConformanceTest {
    private static final int CPUS = 16;
    private static final int DECISIONS = 300;
    private final Topology machine = Hosts.chiplets(CPUS);
    private final SchedDomains domains = SchedDomains.build(machine,
            new DomainRules(new KernelRelease(6, 12), true, true));
    private final SplittableRandom random = new SplittableRandom(1);
    private int compared;

    @Test
    void placesAsTheEngineDoesOverTheRecordedState() throws InterruptedException {
        for (int busy = 0; busy <= CPUS; busy += 4) {
            final var dispatcher = new Dispatcher("conformance", machine, machine.cpus(), new JvmPerch(), false,
                    Long.MAX_VALUE);
            dispatcher.start();
            final var release = new CountDownLatch(1);
            occupy(dispatcher, busy, release);
            compare(dispatcher);
            release.countDown();
            assertThat(dispatcher.close(Long.MAX_VALUE)).isTrue();
        }
        assertThat(compared).isGreaterThan(DECISIONS);
    }

    /** A job that blocks on each of the first {@code busy} carriers. */
    private static void occupy(final Dispatcher dispatcher, final int busy, final CountDownLatch release)
            throws InterruptedException {
        final var running = new CountDownLatch(busy);
        for (int i = 0; i < busy; i++) {
            final var job = new Job(() -> {
                running.countDown();
                await(release);
            }, CpuSet.of(i), dispatcher::finished);
            dispatcher.begin();
            dispatcher.wake(job);
        }
        running.await();
    }

    private void compare(final Dispatcher dispatcher) {
        final var live = dispatcher.runqueues();
        final var waker = new Waker(new JvmPerch().placement(domains, live), domains.topology());
        for (int i = 0; i < DECISIONS; i++) {
            final var wakee = new Job(() -> {}, machine.cpus(), () -> {});
            wakee.cpu = random.nextInt(-1, CPUS);
            final var task = new Task(machine.cpus());
            final int cpu = random.nextInt(CPUS);
            final boolean inInterrupt = random.nextBoolean();
            final var recorded = Recorded.of(live);
            final int byRuntime = waker.select(wakee, task, cpu, inInterrupt, 0);
            if (recorded.equals(Recorded.of(live))) { // nothing moved meanwhile
                assertThat(byRuntime).isEqualTo(byEngine(recorded, wakee, task, cpu, inInterrupt));
                compared++;
            }
        }
    }

    private int byEngine(final Recorded state, final Task wakee, final Task waker, final int cpu,
            final boolean inInterrupt) {
        final var wakeUp = new WakeUp();
        wakeUp.wakee = wakee;
        wakeUp.waker = waker;
        wakeUp.cpu = cpu;
        wakeUp.inInterrupt = inInterrupt;
        wakeUp.flags = wakee.cpu < 0 ? WakeUp.FORK : WakeUp.TTWU;
        return new JvmPerch().placement(domains, state).select(wakeUp, new Search());
    }

    private static void await(final CountDownLatch latch) {
        try {
            latch.await();
        } catch (final InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** A runtime state, standing still. */
    private record Recorded(long idle, List<Integer> running, List<Long> meanRun, long wakeCost)
            implements
                Runqueues {
        static Recorded of(final LiveRunqueues live) {
            final var running = new ArrayList<Integer>();
            final var meanRun = new ArrayList<Long>();
            for (int cpu = 0; cpu < CPUS; cpu++) {
                running.add(live.nrRunning(cpu));
                meanRun.add(live.meanRunNanos(cpu));
            }
            return new Recorded(live.availableIdle(0), running, meanRun, live.wakeCostNanos(0));
        }

        @Override
        public long availableIdle(final int word) {
            return idle;
        }

        @Override
        public long idleCores(final int word) {
            return idle;
        }

        @Override
        public int nrRunning(final int cpu) {
            return running.get(cpu);
        }

        @Override
        public long meanRunNanos(final int cpu) {
            return meanRun.get(cpu);
        }

        @Override
        public long wakeCostNanos(final int cpu) {
            return wakeCost;
        }

        @Override
        public long schedIdle(final int word) {
            return 0;
        }

        @Override
        public long load(final int cpu) {
            return 0;
        }

        @Override
        public int utilization(final int cpu) {
            return 0;
        }

        @Override
        public int nrIdleScan(final int llc) {
            return 0;
        }

        @Override
        public boolean hasIdleCores(final int llc) {
            return false;
        }

        @Override
        public void setHasIdleCores(final int llc, final boolean has) {}
    }
}
