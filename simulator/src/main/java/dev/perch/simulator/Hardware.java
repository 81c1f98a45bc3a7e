package dev.perch.simulator;

import dev.perch.machines.HardwareCosts;
import dev.perch.machines.Machine;
import dev.perch.topology.Distance;
import dev.perch.topology.Topology;
import java.util.HashMap;
import java.util.Map;

/** A machine's costs, laid out for the event loop: distances in a few instructions, figures as plain primitives. */
final class Hardware {
    private static final int BITS = 12;
    private static final int MOST_CPUS = 1 << BITS;
    private static final Distance[] DISTANCES = Distance.values();
    private static final int LINE_BYTES = 64;
    /** Stack and registers alone, on the reference core. */
    private static final double LEAST_SWITCH = 100;

    /** What the scheduler's code takes on the reference core. */
    final KernelCosts kernel;
    /** How fast this machine's cores run kernel code, the reference core being 1. */
    final double coreSpeed;
    /** Its cores' clock under load. */
    final double gigahertz;
    /** The speed of a hardware thread whose sibling is busy, alone being 1. */
    final double smtSpeed;
    final double interruptSend;
    final double interruptFlight;
    final double switchThreads;
    final double switchProcesses;
    /** Whether a CPU in this idle state watches for a write, so that waking it takes no interrupt. */
    final boolean[] idleByWrite;
    final double[] idleResidency;
    final double[] idleExit;
    private final long[] place;
    private final int[] distanceByZeros = new int[Long.SIZE + 1];
    private final double[] turn = new double[DISTANCES.length];
    private final double[] latency = new double[DISTANCES.length];
    private final double linesInFlight;
    private final double[] walk;

    /** Nanoseconds of examining one runqueue in a search of the LLC: its misses overlap. */
    final double examineNanos;
    /** Nanoseconds of gathering one runqueue's loads in a look of balance: likewise. */
    final double gatherNanos;
    private final HardwareCosts costs;
    private final Map<Integer, Footprint> footprints = new HashMap<>();

    /** The costs of {@code machine}; fails where it has none. */
    static Hardware of(final Machine machine, final KernelCosts kernel) {
        return new Hardware(machine.topology(), machine.requireCosts(), kernel);
    }

    private Hardware(final Topology topology, final HardwareCosts costs, final KernelCosts kernel) {
        this.costs = costs;
        this.kernel = kernel;
        if (topology.size() > MOST_CPUS) {
            throw new IllegalArgumentException("the simulator takes machines of up to " + MOST_CPUS + " CPUs; "
                    + topology.name() + " numbers them up to " + (topology.size() - 1));
        }
        coreSpeed = costs.codeSpeed();
        gigahertz = costs.clockGigahertz();
        smtSpeed = costs.smtSpeed();
        interruptSend = costs.interruptSendNanos();
        interruptFlight = costs.interruptFlightNanos();
        idleByWrite = new boolean[costs.idleStates().size()];
        for (int state = 0; state < idleByWrite.length; state++) {
            idleByWrite[state] = costs.idleStates().get(state).wokenByWrite();
        }
        switchThreads = switchNanos(true);
        switchProcesses = switchNanos(false);
        linesInFlight = costs.linesInFlight();
        for (final Distance distance : DISTANCES) {
            turn[distance.ordinal()] = costs.lineTurnNanos(distance);
            latency[distance.ordinal()] = costs.lineLatencyNanos(distance);
        }
        final double lineInPassing = latency[Distance.LLC.ordinal()] / linesInFlight;
        examineNanos = kernel.probe / coreSpeed + lineInPassing;
        gatherNanos = kernel.gather / coreSpeed + kernel.gatherLines * lineInPassing;
        idleResidency = costs.idleStates().stream().mapToDouble(state -> state.residencyNanos()).toArray();
        idleExit = costs.idleStates().stream().mapToDouble(state -> state.exitNanos()).toArray();
        place = new long[topology.size()];
        topology.cpus().forEach(cpu -> place[cpu] = placeOf(topology, cpu));
        for (int zeros = 0; zeros <= Long.SIZE; zeros++) {
            distanceByZeros[zeros] = distanceOf(Long.SIZE - 1 - zeros).ordinal();
        }
        walk = new double[topology.size()];
        topology.cpus()
                .forEach(cpu -> walk[cpu] = topology.cpus().stream().mapToDouble(other -> lineLatency(other, cpu))
                        .sum());
    }

    /** What is left of a published context switch, which has the scheduler's path in it, without that path. */
    private double switchNanos(final boolean sameProcess) {
        final double path = (kernel.decide + kernel.enqueue + kernel.dequeue + kernel.pick)
                / costs.codeSpeed();
        return Math.max(LEAST_SWITCH / costs.codeSpeed(), costs.contextSwitchNanos(sameProcess) - path);
    }

    /** The parts that hold {@code cpu}, the widest in the highest bits: how far two CPUs are shows in their XOR. */
    private static long placeOf(final Topology topology, final int cpu) {
        final int node = topology.nodes().of(cpu);
        final long pack = topology.packages().of(topology.nodes().set(node).first());
        return (((pack << BITS | node) << BITS | topology.llcs().of(cpu)) << BITS | topology.clusters().of(cpu)) << BITS
                | topology.cores().of(cpu);
    }

    private static Distance distanceOf(final int highestBit) {
        return highestBit < 0 ? Distance.SMT
                : DISTANCES[Math.min(Distance.CLUSTER.ordinal() + highestBit / BITS, DISTANCES.length - 1)];
    }

    /** How far two CPUs are apart, as the ordinal of a {@link Distance}. */
    int distance(final int cpu, final int other) {
        return cpu == other ? 0 : distanceByZeros[Long.numberOfLeadingZeros(place[cpu] ^ place[other])];
    }

    /** Nanoseconds that {@code cpu} pays for {@code lines} which {@code writer} wrote last, one after the other. */
    double handOver(final int writer, final int cpu, final double lines) {
        return writer < 0 || writer == cpu ? 0 : lines * turn[distance(writer, cpu)];
    }

    /** Nanoseconds that {@code cpu} pays for {@code bytes} in a row which {@code writer} wrote: misses overlap. */
    double stream(final int writer, final int cpu, final long bytes) {
        return writer < 0 || writer == cpu ? 0
                : bytes * (turn[distance(writer, cpu)] / (LINE_BYTES * linesInFlight));
    }

    /** What tasks that touch {@code workingSet} bytes between two sleeps lose from this machine's caches. */
    Footprint footprint(final int workingSet) {
        return footprints.computeIfAbsent(workingSet, bytes -> new Footprint(bytes, costs.caches()));
    }

    /** Nanoseconds that {@code cpu} takes to look at a line of every other CPU in turn, under a lock each. */
    double walkNanos(final int cpu) {
        return walk[cpu];
    }

    /** Nanoseconds until {@code cpu} has a lone line that {@code writer} wrote last. */
    double lineLatency(final int writer, final int cpu) {
        return writer < 0 || writer == cpu ? 0 : latency[distance(writer, cpu)];
    }
}
