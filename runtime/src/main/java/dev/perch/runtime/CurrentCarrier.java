package dev.perch.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * The platform thread under the caller: where a wake-up happens. Inside a virtual thread only the JDK knows it; while
 * {@code java.lang} is not open to us there are no virtual threads of ours, and the caller itself is the answer.
 */
final class CurrentCarrier {
    private static final MethodHandle CURRENT = find();

    private CurrentCarrier() {}

    private static MethodHandle find() {
        try {
            final var type = MethodType.methodType(Thread.class);
            final var lookup = MethodHandles.lookup();
            return Thread.class.getModule().isOpen("java.lang", CurrentCarrier.class.getModule())
                    ? MethodHandles.privateLookupIn(Thread.class, lookup).findStatic(Thread.class,
                            "currentCarrierThread", type)
                    : lookup.findStatic(Thread.class, "currentThread", type);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static Thread get() {
        try {
            return (Thread) CURRENT.invokeExact();
        } catch (final Throwable e) {
            throw new AssertionError(e);
        }
    }
}
