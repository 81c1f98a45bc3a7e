package dev.perch.runtime;

import dev.perch.topology.Topology;
import dev.perch.topology.Topology.Place;

/** Machines for tests. */
final class Hosts {
    private Hosts() {}

    /** {@code size} CPUs that need not exist: clusters of 2, LLCs of 4, nodes of 8. */
    static Topology chiplets(final int size) {
        final var builder = Topology.builder("chiplets");
        for (int cpu = 0; cpu < size; cpu++) {
            builder.cpu(cpu, new Place(cpu, cpu / 2, cpu / 4, 0, cpu / 8, cpu / 8, 1024));
        }
        return builder.build();
    }

    static PerchScheduler pinned() {
        return PerchScheduler.builder().build();
    }

    /** More carriers than CPUs, so that threads are interrupted anywhere. */
    static PerchScheduler crowded(final int carriers) {
        return PerchScheduler.builder().machine(chiplets(carriers)).cpus(chiplets(carriers).cpus()).pinned(false)
                .build();
    }
}
