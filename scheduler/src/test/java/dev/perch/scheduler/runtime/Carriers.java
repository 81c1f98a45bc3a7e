package dev.perch.scheduler.runtime;

import dev.perch.scheduler.Runqueues;
import dev.perch.topology.CpuSet;
import dev.perch.topology.Topology;
import dev.perch.topology.Topology.Place;

/** Carriers in a state that a test sets: idle unless said to be busy; every task runs 1 µs, a wake-up costs 20 µs. */
final class Carriers implements Runqueues {
    private final int[] running;
    private final Topology topology;
    long meanRunNanos = 1_000;

    Carriers(final Topology topology) {
        this.topology = topology;
        running = new int[topology.size()];
    }

    /** 16 CPUs: clusters of 2, LLCs of 4, nodes of 8. */
    static Topology chiplets() {
        final var builder = Topology.builder("chiplets");
        for (int cpu = 0; cpu < 16; cpu++) {
            builder.cpu(cpu, new Place(cpu, cpu / 2, cpu / 4, 0, cpu / 8, cpu / 8, 1024));
        }
        return builder.build();
    }

    Carriers busy(final CpuSet cpus, final int tasks) {
        cpus.forEach(cpu -> running[cpu] = tasks);
        return this;
    }

    @Override
    public long availableIdle(final int word) {
        long idle = 0;
        for (int cpu = 0; cpu < running.length; cpu++) {
            idle |= running[cpu] == 0 ? 1L << cpu : 0;
        }
        return idle;
    }

    @Override
    public long idleCores(final int word) {
        long idle = 0;
        for (final CpuSet core : topology.cores().sets()) {
            if (core.stream().allMatch(cpu -> running[cpu] == 0)) {
                idle |= core.word(word);
            }
        }
        return idle;
    }

    @Override
    public long meanRunNanos(final int cpu) {
        return meanRunNanos;
    }

    @Override
    public long wakeCostNanos(final int cpu) {
        return 20_000;
    }

    @Override
    public int nrRunning(final int cpu) {
        return running[cpu];
    }

    @Override
    public long idleSince(final int cpu) {
        return cpu;
    }

    @Override
    public long schedIdle(final int word) {
        return 0;
    }

    @Override
    public int nrDelayed(final int cpu) {
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
    public int utilizationEstimate(final int cpu) {
        return 0;
    }

    @Override
    public int runnable(final int cpu) {
        return 0;
    }

    @Override
    public int capacity(final int cpu) {
        return 1024;
    }

    @Override
    public int exitLatencyMicros(final int cpu) {
        return -1;
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
