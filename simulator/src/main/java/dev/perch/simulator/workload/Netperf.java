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
    /** What a process touches between two sleeps: its stacks, its socket's structures, its own data; an estimate. */
    private static final int WORKING_SET = 12 << 10;

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
        final KernelPath path = switch (protocol) {
            case TCP -> KernelPath.TCP;
            case UDP -> KernelPath.UDP;
        };
        return new RequestResponse(world, pairs, LAUNCH_NANOS, path, WORKING_SET, side, side, 1.0 / pairs);
    }
}
