package dev.perch.traces.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perch.topology.Distance;
import dev.perch.topology.Topology;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class NearestIdleTest {
    private static final int CPUS = 16;

    /** Two packages of two LLCs; clusters of two cores with two threads each, one LLC being a single cluster. */
    private static Topology machine() {
        final Topology.Builder builder = Topology.builder("sixteen");
        for (int cpu = 0; cpu < CPUS; cpu++) {
            final int llc = cpu / 4;
            builder.cpu(cpu, new Topology.Place(cpu / 2, llc == 3 ? 9 : cpu / 2, llc, llc, cpu / 8, cpu / 8, 1024));
        }
        return builder.build();
    }

    /** Looks at every CPU each time. */
    private static final class ByHand {
        private final Topology machine;
        private final boolean[] idle = new boolean[CPUS];
        private final int[] waiting = new int[CPUS];
        private final Map<Distance, Long> nanos = new EnumMap<>(Distance.class);
        private long none;

        ByHand(final Topology machine) {
            this.machine = machine;
        }

        Distance nearestOther(final int cpu) {
            Distance nearest = null;
            for (int other = 0; other < CPUS; other++) {
                if (other != cpu && idle[other] && waiting[other] == 0) {
                    final Distance distance = machine.distance(cpu, other);
                    nearest = nearest == null || distance.compareTo(nearest) < 0 ? distance : nearest;
                }
            }
            return nearest;
        }

        void pass(final long time) {
            for (int cpu = 0; cpu < CPUS; cpu++) {
                final Distance nearest = idle[cpu] ? Distance.SAME_CPU : nearestOther(cpu);
                final long spent = waiting[cpu] * time;
                if (spent > 0 && nearest == null) {
                    none += spent;
                } else if (spent > 0) {
                    nanos.merge(nearest, spent, Long::sum);
                }
            }
        }
    }

    @Test
    void addsUpWhatLookingAtEveryCpuGives() {
        final Topology machine = machine();
        final var counted = new NearestIdle(machine);
        final var byHand = new ByHand(machine);
        final var random = new SplittableRandom(1);
        for (int step = 0; step < 20_000; step++) {
            final int cpu = random.nextInt(CPUS);
            final int change = byHand.waiting[cpu] > 0 && random.nextInt(3) > 0 ? -1 : 1;
            if (random.nextInt(3) > 0) {
                byHand.idle[cpu] = random.nextInt(4) == 0;
                counted.idle(cpu, byHand.idle[cpu]);
            } else {
                byHand.waiting[cpu] += change;
                counted.waiting(cpu, change);
            }
            final boolean free = byHand.idle[cpu] && byHand.waiting[cpu] == 0;
            assertThat(counted.missed(cpu)).isEqualTo(free ? null : byHand.nearestOther(cpu));
            final int time = random.nextInt(5);
            counted.pass(time);
            byHand.pass(time);
        }
        final Findings.Waiting found = counted.findings(1);
        assertThat(found.nearestIdle()).isEqualTo(byHand.nanos).hasSizeGreaterThan(4);
        assertThat(found.noneIdle()).isEqualTo(byHand.none).isPositive();
        assertThat(found.total()).isEqualTo(
                byHand.none + byHand.nanos.values().stream().mapToLong(Long::longValue).sum());
    }
}
