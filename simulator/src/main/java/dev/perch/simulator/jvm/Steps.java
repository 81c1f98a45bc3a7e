package dev.perch.simulator.jvm;

import dev.perch.simulator.World;
import java.util.ArrayDeque;
import java.util.Arrays;

/** The steps that need nothing shared. */
final class Steps {
    private Steps() {}

    /** Works for {@code nanos} of the reference core. */
    static Step compute(final World world, final double nanos) {
        return new Step() {
            @Override
            public double nanos(final VirtualThread self, final int cpu) {
                return world.code(nanos);
            }

            @Override
            public boolean happen(final VirtualThread self, final JvmThread on) {
                return true;
            }
        };
    }

    /**
     * Creates a thread that does {@code program} once, and begins it. One that has ended serves again, as a new one;
     * the last of its steps may have let go who starts the next while it still runs.
     */
    static Step start(final Jvm jvm, final Step... program) {
        final var ended = new ArrayDeque<VirtualThread>();
        final Step[] once = Arrays.copyOf(program, program.length + 1);
        once[program.length] = end(ended);
        return new Step() {
            @Override
            public double nanos(final VirtualThread self, final int cpu) {
                return jvm.world.code(JvmCosts.START);
            }

            @Override
            public boolean happen(final VirtualThread self, final JvmThread on) {
                final VirtualThread child = ended.isEmpty() ? jvm.thread(once) : ended.poll();
                child.begin();
                on.wake(child);
                return true;
            }
        };
    }

    /** Ends the thread, which is then one of {@code ended}. */
    private static Step end(final ArrayDeque<VirtualThread> ended) {
        return new Step() {
            @Override
            public double nanos(final VirtualThread self, final int cpu) {
                return 0;
            }

            @Override
            public boolean happen(final VirtualThread self, final JvmThread on) {
                self.hasEnded = true;
                ended.add(self);
                return true;
            }
        };
    }
}
