package dev.perch.simulator.jvm;

import dev.perch.simulator.World;

/** Lets one thread wait until others have counted down; then it is closed again. */
final class Latch {
    private final World world;
    private final int parties;
    private int arrived;
    private int lastCpu = -1;
    private VirtualThread waiting;

    Latch(final World world, final int parties) {
        this.world = world;
        this.parties = parties;
    }

    /** One of the parties is through. */
    Step countDown() {
        return step((self, on) -> {
            arrived++;
            if (arrived == parties && waiting != null) {
                on.wake(waiting);
                waiting = null;
            }
            return true;
        });
    }

    /** Waits for all parties. */
    Step await() {
        return step((self, on) -> {
            if (arrived < parties) {
                waiting = self;
                return false;
            }
            arrived = 0;
            return true;
        });
    }

    private Step step(final Effect effect) {
        return new Step() {
            @Override
            public double nanos(final VirtualThread self, final int cpu) {
                return world.code(JvmCosts.LATCH) + world.handOver(lastCpu, cpu, 1);
            }

            @Override
            public boolean happen(final VirtualThread self, final JvmThread on) {
                lastCpu = on.cpu();
                return effect.happen(self, on);
            }
        };
    }

    /** What a step does. */
    private interface Effect {
        boolean happen(VirtualThread self, JvmThread on);
    }
}
