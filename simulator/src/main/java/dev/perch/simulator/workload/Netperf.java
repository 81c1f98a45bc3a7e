package dev.perch.simulator.workload;

import dev.perch.simulator.KernelPath;
import dev.perch.simulator.Metric;
import dev.perch.simulator.Workload;
import dev.perch.simulator.World;
import java.util.List;
import java.util.Locale;

/**
 * netperf TCP_RR and UDP_RR over loopback: clients and their servers bounce one byte, one transaction at a time.
 *
 * @param protocol which of the two
 */
public record Netperf(Protocol protocol) implements Workload {
    /** netperf's own code between two transactions, on the reference core: a loop around send and recv. */
    private static final double THINK_NANOS = 150;
    /**
     * A shell's loop that starts a client in the background, the kernel's fork apart: bash took 0.5 ms of CPU time for
     * each on the reference core. The server forks when its client connects: here, with it.
     */
    private static final double LAUNCH_NANOS = 500_000;
    /**
     * What a process touches between two sleeps: its stacks, its socket's structures, its own data. Timed on one CPU of a
     * Zen 4 guest (32 KiB of first level, 512 of second), a turn of TCP takes 1.8 us more with two pairs than with one,
     * and with 8, 16 and 32 pairs another 1.0, 2.7 and 5.5 (UDP: 1.7; 0.6, 2.0, 4.8): 15 to 25 KiB a task fill the second
     * level where the bend is.
     */
    private static final int WORKING_SET = 20 << 10;

    /** The protocols. */
    public enum Protocol {
        /** TCP_RR. */
        TCP,
        /** UDP_RR. */
        UDP
    }

    @Override
    public String name() {
        return "netperf:proto=" + protocol.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String caseName() {
        return protocol + "_RR";
    }

    @Override
    public String loadUnit() {
        return "pairs";
    }

    @Override
    public List<Metric> metrics() {
        return List.of(new Metric("throughput", "transactions/s per pair", Metric.Better.HIGHER));
    }

    @Override
    public Trial start(final World world, final int pairs) {
        final var side = new RequestResponse.Side(THINK_NANOS, () -> 1);
        final KernelPath path = world.path(switch (protocol) {
            case TCP -> KernelPath.TCP;
            case UDP -> KernelPath.UDP;
        });
        return new RequestResponse(world, pairs, LAUNCH_NANOS, path, WORKING_SET, side, side, 1.0 / pairs);
    }
}
