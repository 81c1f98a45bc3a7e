package dev.perch.scheduler.runtime;

import dev.perch.scheduler.Feature;
import dev.perch.scheduler.Kernel;
import dev.perch.scheduler.Policy;
import dev.perch.scheduler.WakeUp;

/** What the policies for carriers have in common: no kernel features, and a current kernel below the carriers. */
sealed interface CarrierPolicy extends Policy permits JvmPerch, JvmForkJoin {
    /** The kernel whose domains and fair class surround the carriers in the simulator. */
    Kernel AROUND = Kernel.of(6, 12);

    /** Whether a task made the wake-up, and not a timer, a poller or another thread outside the carriers. */
    static boolean hasWaker(final WakeUp wakeUp) {
        return wakeUp.waker != null && !wakeUp.inInterrupt && wakeUp.wakee.allowed().contains(wakeUp.cpu);
    }

    @Override
    default Kernel kernel() {
        return AROUND;
    }

    @Override
    default boolean isForCarriers() {
        return true;
    }

    @Override
    default boolean has(final Feature feature) {
        return false;
    }
}
