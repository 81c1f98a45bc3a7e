package dev.perch.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.concurrent.Executor;

/**
 * The way in that JDK 21 to 25 have: the JDK-internal constructor of its virtual thread builder takes the scheduler.
 * Needs {@code --add-opens java.base/java.lang}.
 */
final class ConstructorBackEnd implements BackEnd {
    private static final MethodHandle NEW_BUILDER;
    private static final MethodHandle THREAD;
    private static final Executor JDK_SCHEDULER;
    static {
        try {
            final Class<?> builder = Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder");
            final Class<?> thread = Class.forName("java.lang.VirtualThread");
            final Lookup lookup = MethodHandles.privateLookupIn(thread, MethodHandles.lookup());
            final var create = builder.getDeclaredConstructor(Executor.class);
            create.setAccessible(true);
            NEW_BUILDER = lookup.unreflectConstructor(create)
                    .asType(MethodType.methodType(Thread.Builder.OfVirtual.class, Executor.class));
            THREAD = threadGetter(thread);
            JDK_SCHEDULER = schedulerOf(thread, lookup);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The back-end; a {@link LinkageError} where {@code java.lang} is shut, or not as expected. */
    ConstructorBackEnd() {}

    /** The continuation is a lambda that captured its thread: finds the one field that holds it. */
    private static MethodHandle threadGetter(final Class<?> virtualThread) throws ReflectiveOperationException {
        final Thread probe = newBuilder(task -> {}).unstarted(() -> {});
        final Field continuation = virtualThread.getDeclaredField("runContinuation");
        continuation.setAccessible(true);
        final Class<?> lambda = continuation.get(probe).getClass();
        final Field field = Arrays.stream(lambda.getDeclaredFields())
                .filter(candidate -> candidate.getType() == virtualThread).findFirst()
                .orElseThrow(() -> new NoSuchFieldException("the thread of " + lambda));
        field.setAccessible(true);
        return MethodHandles.privateLookupIn(lambda, MethodHandles.lookup()).unreflectGetter(field)
                .asType(MethodType.methodType(Thread.class, Runnable.class));
    }

    private static Executor schedulerOf(final Class<?> virtualThread, final Lookup lookup)
            throws ReflectiveOperationException {
        final Field field = virtualThread.getDeclaredField("DEFAULT_SCHEDULER");
        field.setAccessible(true);
        return (Executor) lookup.unreflectVarHandle(field).get();
    }

    private static Thread.Builder.OfVirtual newBuilder(final Executor scheduler) {
        try {
            return (Thread.Builder.OfVirtual) NEW_BUILDER.invokeExact(scheduler);
        } catch (final Throwable e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public Thread.Builder.OfVirtual builder(final Executor scheduler) {
        return newBuilder(scheduler);
    }

    @Override
    public Thread thread(final Runnable continuation) {
        try {
            return (Thread) THREAD.invokeExact(continuation);
        } catch (final Throwable e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public Executor jdkScheduler() {
        return JDK_SCHEDULER;
    }
}
