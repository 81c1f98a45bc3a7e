package dev.perch.runtime;

import dev.perch.topology.CpuSet;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Executor;

/** A virtual thread as carriers see it: its continuation, run until it blocks, again and again. */
final class VirtualThreadEntity extends Entity {
    private static final VarHandle HAS_ENDED;
    static {
        try {
            HAS_ENDED = MethodHandles.lookup().findVarHandle(VirtualThreadEntity.class, "hasEnded", boolean.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Thread thread;
    private final Runnable continuation;
    private final Family family;
    private boolean hasStarted; // handed from wake-up to wake-up by the thread's own state
    @SuppressWarnings("unused")
    private volatile boolean hasEnded;

    VirtualThreadEntity(final Thread thread, final Runnable continuation, final Family family) {
        super(family.allowed());
        this.thread = thread;
        this.continuation = continuation;
        this.family = family;
    }

    /** A thread for whose end nobody waits. */
    static VirtualThreadEntity uncounted(final Thread thread, final Runnable continuation, final Family family) {
        final var entity = new VirtualThreadEntity(thread, continuation, family);
        entity.hasStarted = true;
        return entity;
    }

    /** Whether it is the thread of {@code other}. */
    @SuppressWarnings("ReferenceEquality") // the JDK hands out the same object each time
    boolean isOf(final Runnable other) {
        return continuation == other;
    }

    /** It became runnable; throws {@link java.util.concurrent.RejectedExecutionException} at a start after close. */
    @SuppressWarnings("ReferenceEquality") // another set is another object
    void wake() {
        final Dispatcher dispatcher = family.dispatcher();
        if (!hasStarted) {
            hasStarted = true;
            dispatcher.begin();
        }
        final CpuSet allowed = family.allowed();
        if (allowed != allowed()) {
            setAllowed(allowed);
        }
        dispatcher.wake(this);
    }

    @Override
    boolean canMoveTo(final int cpu) {
        return family.allowed().contains(cpu);
    }

    @Override
    void run() {
        continuation.run();
        endIfTerminated();
    }

    /** More than one carrier may see that it has terminated: the one that ran it last and one that still returns. */
    private void endIfTerminated() {
        if (!thread.isAlive() && !(boolean) HAS_ENDED.getAndSet(this, true)) {
            lastWakee = null; // or a chain of dead wakees would live as long as its first
            family.ended(continuation);
        }
    }

    @Override
    void runElsewhere() {
        final Executor jdk = family.jdkScheduler();
        jdk.execute(this::run);
    }
}
