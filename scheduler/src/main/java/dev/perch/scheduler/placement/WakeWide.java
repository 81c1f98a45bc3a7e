package dev.perch.scheduler.placement;

import dev.perch.scheduler.Task;
import dev.perch.scheduler.WakeUp;
import dev.perch.topology.SchedDomains;

/**
 * Tells wakers of many wakees from pairs (record_wakee, wake_wide): a task's flips count how often it wakes another
 * task than the last time, and halve each second. A waker that flips much more than the LLC has CPUs, waking a wakee
 * that flips too, would pile its wakees up on its own LLC: such a wake-up is wide and not pulled.
 */
final class WakeWide {
    private static final long SECOND_JIFFIES = 1_000_000_000 / WakeUp.TICK_NANOS;

    private final int[] llcSize;

    WakeWide(final SchedDomains domains) {
        llcSize = new int[domains.topology().size()];
        domains.topology().cpus().forEach(cpu -> llcSize[cpu] = domains.llcs().around(cpu).size());
    }

    /** Counts the waker's wakee. */
    @SuppressWarnings("ReferenceEquality") // the very task is meant
    void record(final WakeUp wakeUp) {
        final Task waker = wakeUp.waker;
        final long jiffies = wakeUp.jiffies();
        if (jiffies - waker.wakeeFlipsDecayed > SECOND_JIFFIES) {
            waker.wakeeFlips >>>= 1;
            waker.wakeeFlipsDecayed = jiffies;
        }
        if (waker.lastWakee != wakeUp.wakee) {
            waker.lastWakee = wakeUp.wakee;
            waker.wakeeFlips++;
        }
    }

    /** Whether waker and wakee both flip too much for the waker's LLC. */
    boolean isWide(final WakeUp wakeUp) {
        final int waker = wakeUp.waker.wakeeFlips;
        final int wakee = wakeUp.wakee.wakeeFlips;
        final int more = Math.max(waker, wakee);
        final int fewer = Math.min(waker, wakee);
        final int factor = llcSize[wakeUp.cpu];
        return fewer >= factor && more >= (long) fewer * factor;
    }
}
