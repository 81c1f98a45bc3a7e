package dev.perch.simulator.jvm;

import dev.perch.scheduler.Task;
import dev.perch.simulator.Footprint;
import dev.perch.simulator.SimulatedTask;
import dev.perch.simulator.World;

/** The thread that runs virtual threads: takes one, runs it until it waits, takes the next; watches, then sleeps. */
final class Carrier extends JvmThread {
    /** What it does next. */
    private enum State {
        SEEK, STEP, OBSERVE_EFFECT, EFFECT, WATCH, OBSERVE_LOOK, LOOK, SLEEP, AWAKE
    }

    final int index;
    final WorkQueue queue;
    final Sleeper sleeper = new Sleeper(JvmCosts.FUTEX);
    private final Carriers carriers;
    private final Footprint footprint;
    private State state = State.SEEK;
    private VirtualThread current;
    private long startedAt;
    private long turns;
    private long watchUntil;
    private long busyNanos;

    Carrier(final World world, final Carriers carriers, final int index) {
        super(world, carriers);
        this.carriers = carriers;
        this.index = index;
        queue = new WorkQueue(world);
        footprint = world.footprint(JvmCosts.WORKING_SET);
    }

    @Override
    Task running() {
        return current;
    }

    /** For how long it has run virtual threads. */
    long busyNanos() {
        return busyNanos;
    }

    @Override
    void go(final SimulatedTask self) {
        switch (state) {
            case SEEK -> seek(self);
            case STEP -> step(self);
            case OBSERVE_EFFECT -> observe(self, State.EFFECT);
            case EFFECT -> effect(self);
            case WATCH -> watch(self);
            case OBSERVE_LOOK -> observe(self, State.LOOK);
            case LOOK -> run(carriers.watch(this), self, State.WATCH);
            case SLEEP -> sleep(self);
            case AWAKE -> awake(self);
        }
    }

    private void go(final SimulatedTask self, final double nanos, final State next) {
        self.compute(nanos);
        state = next;
    }

    private void observe(final SimulatedTask self, final State next) {
        self.observe();
        state = next;
    }

    private void seek(final SimulatedTask self) {
        final VirtualThread found = carriers.next(this);
        if (found == null) {
            watchUntil = world.now() + (long) carriers.idles(this);
        }
        run(found, self, State.WATCH);
    }

    /** Begins to run {@code found}; without any goes on in {@code otherwise}. */
    private void run(final VirtualThread found, final SimulatedTask self, final State otherwise) {
        if (found == null) {
            go(self, 0, otherwise);
            return;
        }
        current = found;
        startedAt = world.now();
        final long others = turns - found.turnsAtLeave - 1;
        turns++;
        final double moved = world.handOver(found.wakerCpu, cpu(), JvmCosts.WAKE_LINES)
                + (found.leftCpu < 0 ? 0 : world.refill(footprint, found.leftCpu, cpu(), Math.max(0, others)));
        found.wakerCpu = cpu();
        go(self, world.code(JvmCosts.SWITCH) + moved, State.STEP);
    }

    private void step(final SimulatedTask self) {
        final double nanos = current.step().nanos(current, cpu());
        go(self, nanos, nanos > 0 ? State.OBSERVE_EFFECT : State.EFFECT);
    }

    private void effect(final SimulatedTask self) {
        final VirtualThread running = current;
        final boolean happened = running.step().happen(running, this);
        if (happened) {
            running.advance();
        }
        if (happened && !running.hasEnded) {
            go(self, 0, State.STEP);
            return;
        }
        current = null;
        running.leftCpu = cpu();
        running.turnsAtLeave = turns;
        busyNanos += world.now() - startedAt;
        carriers.ran(this, world.now() - startedAt);
        go(self, 0, State.SEEK);
    }

    private void watch(final SimulatedTask self) {
        if (world.now() < watchUntil) {
            go(self, JvmCosts.SPIN, State.OBSERVE_LOOK);
        } else {
            go(self, 0, State.SLEEP);
        }
    }

    private void sleep(final SimulatedTask self) {
        sleeper.isAsleep = true;
        if (carriers.maySleep(this)) {
            self.receive(sleeper.bell);
            state = State.AWAKE;
        } else {
            sleeper.isAsleep = false;
            carriers.awake(this, 0);
            go(self, 0, State.SEEK);
        }
    }

    private void awake(final SimulatedTask self) {
        final long rungAt = sleeper.rungAt;
        sleeper.rungAt = 0;
        carriers.awake(this, world.now() - rungAt);
        go(self, 0, State.SEEK);
    }
}
