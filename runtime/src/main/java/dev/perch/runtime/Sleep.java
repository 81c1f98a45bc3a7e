package dev.perch.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * How one thread sleeps until others have work for it, without losing a wake-up. The sleeper says that it sleeps and
 * then looks for work once more; a waker leaves work and then looks whether it sleeps. Whichever comes last sees the
 * other. Of several wakers one wakes it.
 */
final class Sleep {
    private static final int AWAKE = 0;
    private static final int ASLEEP = 1;
    private static final VarHandle STATE;
    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(Sleep.class, "state", int.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("unused")
    private int state = AWAKE;

    /** Parks the caller, whose sleep this is, until woken; not at all if there is work. */
    void untilWoken(final BooleanSupplier hasWork) {
        STATE.setVolatile(this, ASLEEP);
        if (!hasWork.getAsBoolean()) {
            while ((int) STATE.getVolatile(this) == ASLEEP) {
                LockSupport.park(this);
                Thread.interrupted(); // an interrupted thread would not park
            }
        }
        STATE.setVolatile(this, AWAKE);
    }

    /** As {@link #untilWoken}, but parks at most once, for {@code nanos} at most. */
    void nap(final long nanos, final BooleanSupplier hasWork) {
        STATE.setVolatile(this, ASLEEP);
        if (!hasWork.getAsBoolean()) {
            LockSupport.parkNanos(this, nanos);
        }
        STATE.setVolatile(this, AWAKE);
    }

    /** Ends the sleep, if there is one, after which the caller must unpark the sleeper. Call it when work is left. */
    boolean end() {
        return (int) STATE.getVolatile(this) == ASLEEP && STATE.compareAndSet(this, ASLEEP, AWAKE);
    }
}
