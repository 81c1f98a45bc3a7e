package dev.perch.simulator;

/**
 * Data that one task works on from time to time: it pays for caches that have lost them when it touches them, not when
 * it comes to a CPU.
 */
public final class DataSet {
    private final Footprint footprint;
    private int cpu = -1;
    private long switches;

    DataSet(final Footprint footprint) {
        this.footprint = footprint;
    }

    /** Nanoseconds to get them to {@code p}, which works on them now. */
    double refill(final Processor p, final Hardware hardware) {
        final double nanos = cpu < 0 ? 0 : footprint.refill(hardware.distance(cpu, p.cpu), p.switches - switches);
        cpu = p.cpu;
        switches = p.switches;
        return nanos;
    }
}
