package dev.perch.simulator.workload;

import dev.perch.scheduler.AddressSpace;
import dev.perch.simulator.Behavior;
import dev.perch.simulator.Channel;
import dev.perch.simulator.KernelPath;
import dev.perch.simulator.SimulatedTask;
import dev.perch.simulator.Workload.Trial;
import dev.perch.simulator.World;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;

/** Pairs of a client and a server, processes each: a request, a reply, one at a time. */
final class RequestResponse implements Trial {
    /** Nanoseconds in a second. */
    private static final double SECOND = 1e9;
    private static final int START_UP = -1;

    /** Exec, dynamic linking, set-up and connecting, before the first message; half as long to half as long again. */
    private static final double START_UP_NANOS = 4e6;

    private final int pairs;
    private final double scale;
    private int begun;
    private long turns;
    private long turnsBefore;
    private long warmAt;

    /**
     * What a side does between two messages, and how long its messages are.
     *
     * @param thinkNanos its own code from a message to the next, on the reference core
     * @param bytes      the payload of its messages, drawn anew for each
     */
    record Side(double thinkNanos, DoubleSupplier bytes) {}

    /**
     * Starts {@code pairs} pairs, each after {@code launchNanos} of the parent's own code; the result is turns a second
     * times {@code scale}.
     */
    RequestResponse(final World world, final int pairs, final double launchNanos, final KernelPath path,
            final int workingSet, final Side client, final Side server, final double scale) {
        this.pairs = pairs;
        this.scale = scale;
        final List<List<SimulatedTask>> teams = new ArrayList<>();
        for (int i = 0; i < pairs; i++) {
            final var requests = new Channel(path);
            final var replies = new Channel(path);
            teams.add(List.of(
                    world.task(new AddressSpace(), workingSet, answering(world, requests, replies, server)),
                    world.task(new AddressSpace(), workingSet, asking(world, requests, replies, client))));
        }
        world.start(world.task(new AddressSpace(), workingSet, new Launcher(world, teams, launchNanos)));
    }

    private static void startUp(final World world, final SimulatedTask self) {
        self.compute(START_UP_NANOS * (0.5 + world.chance()));
    }

    private Behavior asking(final World world, final Channel requests, final Channel replies, final Side side) {
        return new Behavior() {
            private int step = START_UP;

            @Override
            public void next(final SimulatedTask self) {
                switch (step) {
                    case START_UP -> {
                        startUp(world, self);
                        begun++;
                    }
                    case 0 -> self.compute(world.code(side.thinkNanos));
                    case 1 -> self.send(requests, (int) side.bytes.getAsDouble());
                    default -> {
                        self.receive(replies);
                        turns++;
                    }
                }
                step = (step + 1) % 3;
            }
        };
    }

    private static Behavior answering(final World world, final Channel requests, final Channel replies,
            final Side side) {
        return new Behavior() {
            private int step = START_UP;

            @Override
            public void next(final SimulatedTask self) {
                switch (step) {
                    case START_UP -> startUp(world, self);
                    case 0 -> self.receive(requests);
                    case 1 -> self.compute(world.code(side.thinkNanos));
                    default -> self.send(replies, (int) side.bytes.getAsDouble());
                }
                step = (step + 1) % 3;
            }
        };
    }

    @Override
    public boolean isUnderway() {
        return begun == pairs;
    }

    @Override
    public void warm(final long nowNanos) {
        turnsBefore = turns;
        warmAt = nowNanos;
    }

    @Override
    public List<Double> results(final long nowNanos) {
        return List.of((turns - turnsBefore) * SECOND / (nowNanos - warmAt) * scale);
    }
}
