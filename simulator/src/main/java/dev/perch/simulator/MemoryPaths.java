package dev.perch.simulator;

import dev.perch.machines.HardwareCosts;
import dev.perch.topology.Distance;
import dev.perch.topology.Topology;
import java.util.stream.IntStream;

/**
 * The ways between cores and memory, each of which serves one request after the other at its bandwidth: an LLC's port,
 * a node's memory and, for memory of another node, that package's link. A stretch of streaming takes as long as the
 * slowest of its ways, or as the core's own misses take.
 */
final class MemoryPaths {
    private final Topology topology;
    private final double corePace;
    private final double portPace;
    private final double nodePace;
    private final double linkPace;
    private final FifoServer[] ports;
    private final FifoServer[] memories;
    private final FifoServer[] links;

    MemoryPaths(final Topology topology, final HardwareCosts costs) {
        this.topology = topology;
        corePace = 1 / costs.coreMemoryBytesPerNano();
        portPace = 1 / costs.portBytesPerNano(Distance.NODE);
        nodePace = 1 / costs.nodeMemoryBytesPerNano();
        linkPace = 1 / costs.portBytesPerNano(Distance.SYSTEM);
        ports = servers(topology.llcs().sets().size());
        memories = servers(topology.nodes().sets().size());
        links = servers(topology.nodes().sets().size());
    }

    private static FifoServer[] servers(final int count) {
        return IntStream.range(0, count).mapToObj(i -> new FifoServer()).toArray(FifoServer[]::new);
    }

    /** When {@code cpu}, beginning at {@code now}, has streamed over {@code bytes} of {@code pages}. */
    long stream(final int cpu, final Pages pages, final long bytes, final long now) {
        final int node = topology.nodes().of(cpu);
        pages.node = pages.node < 0 ? node : pages.node;
        long end = now + Math.round(bytes * corePace);
        end = Math.max(end, ports[topology.llcs().of(cpu)].serve(now, Math.round(bytes * portPace)));
        end = Math.max(end, memories[pages.node].serve(now, Math.round(bytes * nodePace)));
        if (pages.node != node) {
            end = Math.max(end, links[pages.node].serve(now, Math.round(bytes * linkPace)));
        }
        return end;
    }
}
