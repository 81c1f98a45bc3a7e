package dev.perch.simulator.workload;

import dev.perch.simulator.Behavior;
import dev.perch.simulator.Futex;
import dev.perch.simulator.SimulatedTask;
import dev.perch.simulator.World;

/**
 * schbench's worker: rings for its message thread, waits to be woken, notes how long after the stamp it runs, does a
 * request, and again.
 */
final class Worker implements Behavior {
    private enum Step {
        RING, WAIT, LOOK, NOTE, REQUEST
    }

    private final World world;
    private final Mailbox mailbox;
    private final Latencies latencies;
    private final Request request;
    private final Futex woken = new Futex();
    private long stamp;
    private Step step = Step.RING;

    /** What a worker does between two messages. */
    @FunctionalInterface
    interface Request {
        /** Starts the next action of the request; false where it is over. */
        boolean goesOn(SimulatedTask self);
    }

    Worker(final World world, final Mailbox mailbox, final Latencies latencies, final Request request) {
        this.world = world;
        this.mailbox = mailbox;
        this.latencies = latencies;
        this.request = request;
    }

    /** Stamps the batch that it is woken with; returns what to post. */
    Futex wake(final long nowNanos) {
        stamp = nowNanos;
        return woken;
    }

    @Override
    public void next(final SimulatedTask self) {
        switch (step) {
            case RING -> {
                mailbox.add(this);
                self.post(mailbox.bell);
                step = Step.WAIT;
            }
            case WAIT -> {
                self.waitFor(woken);
                step = Step.LOOK;
            }
            case LOOK -> {
                self.observe();
                step = Step.NOTE;
            }
            case NOTE -> {
                latencies.record(stamp, world.now());
                step = Step.REQUEST;
                next(self);
            }
            case REQUEST -> {
                if (!request.goesOn(self)) {
                    step = Step.RING;
                    next(self);
                }
            }
        }
    }
}
