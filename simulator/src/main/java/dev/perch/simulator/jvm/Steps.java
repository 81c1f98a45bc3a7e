package dev.perch.simulator.jvm;

import dev.perch.simulator.World;

/** The steps that need nothing shared. */
final class Steps {
    /** Ends the thread. */
    static final Step END = new Step() {
        @Override
        public double nanos(final VirtualThread self, final int cpu) {
            return 0;
        }

        @Override
        public boolean happen(final VirtualThread self, final JvmThread on) {
            self.hasEnded = true;
            return true;
        }
    };

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

    /** Begins {@code child}, which has not begun or has ended. */
    static Step start(final World world, final VirtualThread child) {
        return new Step() {
            @Override
            public double nanos(final VirtualThread self, final int cpu) {
                return world.code(JvmCosts.START);
            }

            @Override
            public boolean happen(final VirtualThread self, final JvmThread on) {
                child.begin();
                on.wake(child);
                return true;
            }
        };
    }
}
