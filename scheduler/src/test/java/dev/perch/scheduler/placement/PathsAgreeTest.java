package dev.perch.scheduler.placement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perch.scheduler.AddressSpace;
import dev.perch.scheduler.Machines;
import dev.perch.scheduler.Placement;
import dev.perch.scheduler.Policies;
import dev.perch.scheduler.Policy;
import dev.perch.scheduler.RunqueueTable;
import dev.perch.scheduler.Search;
import dev.perch.scheduler.Task;
import dev.perch.scheduler.WakeUp;
import dev.perch.topology.CpuSet;
import dev.perch.topology.SchedDomains;
import dev.perch.topology.Topology;
import dev.perch.topology.TopologySpec;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Over random states of every kind of machine, deciding by masks and deciding CPU by CPU is the same. */
class PathsAgreeTest {
    private static final int STATES = 400;
    static final List<String> POLICIES = List.of("linux-5.10", "linux-5.10+IDLE_CPUMASK", "linux-5.19",
            "linux-5.19+SIS_UTIL", "linux-6.1", "linux-6.1-SIS_UTIL", "linux-6.5", "linux-6.5+CLUSTER_SCAN",
            "linux-6.12", "linux-6.12-SCHED_CLUSTER", "linux-6.14", "linux-6.14+SCHED_CACHE",
            "linux-6.14+SCHED_CACHE+SCHED_CACHE_ANY_CPU");

    @ParameterizedTest
    @FieldSource("POLICIES")
    void byMasksAndStepByStep(final String name) {
        final Policy policy = Policies.kernels().named(name);
        final var random = new SplittableRandom(name.hashCode());
        for (final TopologySpec spec : Machines.ALL) {
            for (final boolean capacitiesDiffer : new boolean[]{false, true}) {
                final int[] capacities = IntStream.range(0, spec.cpus())
                        .map(cpu -> capacitiesDiffer && cpu % 3 == 0 ? 446 : 1024).toArray();
                final Topology topology = spec.toTopology(capacities);
                final SchedDomains domains = SchedDomains.build(topology, policy.domainRules());
                for (int i = 0; i < STATES; i++) {
                    check(policy, domains, random.nextLong());
                }
            }
        }
    }

    private static void check(final Policy policy, final SchedDomains domains, final long seed) {
        final var byMasks = new State(domains, seed);
        final String masks = byMasks.decide(policy.placement(domains, byMasks.runqueues));
        final var stepByStep = new State(domains, seed);
        final String steps = stepByStep.decide(policy.walk(domains, stepByStep.runqueues, Observer.NONE));
        assertThat(masks).as(domains.topology() + ", seed " + seed).isEqualTo(steps);
    }

    /** A random state and a few wake-ups over it. */
    private static final class State {
        private final SplittableRandom random;
        private final SchedDomains domains;
        private final CpuSet cpus;
        final RunqueueTable runqueues;

        State(final SchedDomains domains, final long seed) {
            this.domains = domains;
            random = new SplittableRandom(seed);
            cpus = domains.topology().cpus();
            runqueues = new RunqueueTable(domains);
            final int busy = random.nextInt(101);
            cpus.forEach(cpu -> {
                if (random.nextInt(100) < busy) {
                    runqueues.becomeBusy(cpu, 1 + random.nextInt(3));
                }
                if (random.nextInt(20) == 0) {
                    runqueues.setNrRunning(cpu, 1, 1);
                }
                if (random.nextInt(20) == 0) {
                    runqueues.setPending(cpu, true);
                }
                runqueues.setAverages(cpu, random.nextInt(3000), random.nextInt(1025), random.nextInt(2000));
                final var cost = runqueues.scanCost(cpu);
                cost.averageIdleNanos = random.nextInt(1_000_000);
                cost.wakeAverageIdleNanos = random.nextInt(100_000);
                cost.averageScanNanos = random.nextInt(4_000);
            });
            runqueues.setScanNanos(100, 30);
            for (int llc = 0; llc < domains.llcs().count(); llc++) {
                runqueues.setNrIdleScan(llc, random.nextInt(domains.llcs().set(llc).size() + 1));
                runqueues.setHasIdleCores(llc,
                        random.nextBoolean() && domains.llcDomain(domains.llcs().set(llc).first()) != null);
            }
        }

        String decide(final Placement placement) {
            final var decisions = new StringBuilder();
            final var search = new Search();
            search.countsCores = true;
            final var wakeUp = new WakeUp();
            final Task[] tasks = {task(), task(), task()};
            cpus.forEach(cpu -> {
                if (random.nextInt(3) == 0) {
                    placement.ticked(cpu, tasks[0], 0);
                }
            });
            for (int i = 0; i < 6; i++) {
                wakeUp.waker = tasks[random.nextInt(3)];
                wakeUp.wakee = tasks[random.nextInt(3)];
                wakeUp.cpu = anyCpu();
                wakeUp.flags = random.nextInt(8) == 0 ? WakeUp.FORK
                        : WakeUp.TTWU | (random.nextBoolean() ? WakeUp.SYNC : 0);
                wakeUp.nowNanos += random.nextInt(100_000_000);
                final int cpu = placement.select(wakeUp, search);
                wakeUp.wakee.cpu = cpu;
                decisions.append(cpu).append(' ').append(search.step()).append(' ').append(search.probes).append(' ')
                        .append(search.examined).append(' ')
                        .append(search.affineTarget).append(' ').append(search.wide).append(' ').append(search.failed())
                        .append(search.domainSearched()).append(search.scanned()).append(wakeUp.wakee.recentCpu)
                        .append(' ').append(wakeUp.waker.recentCpu);
                for (int llc = 0; llc < domains.llcs().count(); llc++) {
                    decisions.append(runqueues.hasIdleCores(llc) ? '+' : '-');
                }
                final var cost = runqueues.scanCost(wakeUp.cpu);
                decisions.append(cost.wakeAverageIdleNanos).append('/').append(cost.averageScanNanos).append('\n');
            }
            return decisions.toString();
        }

        private Task task() {
            final var some = new CpuSet.Builder().add(anyCpu());
            cpus.stream().filter(cpu -> random.nextInt(3) > 0).forEach(some::add);
            final var task = new Task(random.nextBoolean() ? cpus : some.build());
            task.cpu = anyCpu();
            task.recentCpu = anyCpu();
            task.load = random.nextInt(1024);
            task.utilization = random.nextInt(1024);
            task.wakeeFlips = random.nextInt(40);
            task.mm = new AddressSpace();
            task.mm.preferredCpu = random.nextInt(3) == 0 ? -1 : anyCpu();
            task.isKernelThread = random.nextInt(10) == 0;
            return task;
        }

        private int anyCpu() {
            int cpu = cpus.first();
            for (int left = random.nextInt(cpus.size()); left > 0; left--) {
                cpu = cpus.next(cpu + 1);
            }
            return cpu;
        }
    }
}
