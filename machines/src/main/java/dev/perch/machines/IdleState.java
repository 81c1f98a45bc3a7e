package dev.perch.machines;

/**
 * A state that an idle CPU can rest in; which one it takes is the idle governor's choice, not the machine's.
 *
 * @param name           as cpuidle names it: {@code C1E}
 * @param residencyNanos the shortest rest that is worth it
 * @param exitNanos      from the wake-up event to the first instruction; the declared worst case
 * @param wokenByWrite   whether the idle CPU watches its need-resched word (mwait): the waker writes that word and sends
 *                       no interrupt
 */
public record IdleState(String name, double residencyNanos, double exitNanos, boolean wokenByWrite) {
    IdleState leftIn(final double nanos) {
        return new IdleState(name, residencyNanos, nanos, wokenByWrite);
    }
}
