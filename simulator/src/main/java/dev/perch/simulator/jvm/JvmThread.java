package dev.perch.simulator.jvm;

import dev.perch.scheduler.Task;
import dev.perch.simulator.Behavior;
import dev.perch.simulator.SimulatedTask;
import dev.perch.simulator.World;
import java.util.ArrayDeque;

/**
 * A thread of the kernel that runs the JVM's code. It owes CPU time for what it does, and rings sleepers: both come
 * before whatever it does next.
 */
abstract sealed class JvmThread implements Behavior permits Carrier, MasterPoller, Tick, Starter {
    final World world;
    private final Carriers carriers;
    private final ArrayDeque<Sleeper> toRing = new ArrayDeque<>();
    private double owedNanos;
    private boolean hasPaid;
    private int cpu;
    private long ringingSince;

    JvmThread(final World world, final Carriers carriers) {
        this.world = world;
        this.carriers = carriers;
    }

    @Override
    public final void next(final SimulatedTask self) {
        cpu = self.cpu;
        if (ringingSince != 0) {
            carriers.rung(world.now() - ringingSince);
            ringingSince = 0;
        }
        if (owedNanos > 0) {
            self.compute(owedNanos);
            owedNanos = 0;
            hasPaid = true;
        } else if (hasPaid) { // until here the clock has not moved: what comes next must not seem to come earlier
            self.observe();
            hasPaid = false;
        } else if (toRing.isEmpty()) {
            go(self);
        } else {
            ringingSince = world.now();
            self.send(toRing.poll().bell, 1);
        }
    }

    /** Starts exactly one action of {@code self}. */
    abstract void go(SimulatedTask self);

    /** The virtual thread that it runs; null for none. */
    Task running() {
        return null;
    }

    /** The CPU it runs on. */
    final int cpu() {
        return cpu;
    }

    /** Takes {@code nanos} of CPU time before whatever comes next. */
    final void owe(final double nanos) {
        owedNanos += nanos;
    }

    /** Rings {@code sleeper}, if it is asleep; tells whether it was. */
    final boolean ring(final Sleeper sleeper) {
        if (!sleeper.isAsleep) {
            return false;
        }
        sleeper.isAsleep = false;
        sleeper.rungAt = world.now();
        toRing.add(sleeper);
        return true;
    }

    /** Makes {@code wakee} runnable. */
    final void wake(final VirtualThread wakee) {
        owe(world.code(JvmCosts.UNPARK) + world.handOver(wakee.wakerCpu, cpu, JvmCosts.WAKE_LINES));
        wakee.wakerCpu = cpu;
        carriers.wake(wakee, this);
    }

    /** Makes the first of {@code waiting}, if there is one, runnable. */
    final void wakeFirst(final ArrayDeque<VirtualThread> waiting) {
        if (!waiting.isEmpty()) {
            wake(waiting.poll());
        }
    }
}
