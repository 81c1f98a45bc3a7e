package dev.perch.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Function;

/**
 * The way in that Project Loom's builds offer and a later JDK may ship: {@code Thread.Builder.OfVirtual.scheduler}
 * takes a {@code Thread.VirtualThreadScheduler}, whose {@code onStart} and {@code onContinue} receive a task that
 * knows its {@code thread()}. Reached by name, because the JDK that this is compiled on has no such types; the
 * description (CustomSchedulers.md in openjdk/loom) says that they may change.
 */
final class LoomBackEnd implements BackEnd {
    private static final String SCHEDULER = "java.lang.Thread$VirtualThreadScheduler";

    private final Class<?> scheduler;
    private final Function<Object, Thread.Builder.OfVirtual> newBuilder;
    private final MethodHandle threadOfTask;

    /**
     * A back-end over these types.
     *
     * @param scheduler  the interface of schedulers
     * @param task       the interface of tasks: a Runnable with {@code Thread thread()}
     * @param newBuilder makes a builder of threads on such a scheduler
     */
    LoomBackEnd(final Class<?> scheduler, final Class<?> task,
            final Function<Object, Thread.Builder.OfVirtual> newBuilder) throws ReflectiveOperationException {
        this.scheduler = scheduler;
        this.newBuilder = newBuilder;
        final Method thread = task.getMethod("thread");
        thread.setAccessible(true);
        threadOfTask = MethodHandles.lookup().unreflect(thread)
                .asType(MethodType.methodType(Thread.class, Runnable.class));
    }

    /** Whether this JDK has a builder that takes a scheduler. */
    static boolean isOffered() {
        return builderMethod() != null;
    }

    private static Method builderMethod() {
        return Arrays.stream(Thread.Builder.OfVirtual.class.getMethods())
                .filter(method -> method.getName().equals("scheduler") && method.getParameterCount() == 1
                        && method.getParameterTypes()[0].getName().equals(SCHEDULER))
                .findFirst().orElse(null);
    }

    /** The back-end of this JDK, if it {@link #isOffered}. */
    static BackEnd open() {
        final Method method = builderMethod();
        final Class<?> scheduler = method.getParameterTypes()[0];
        try {
            final Class<?> task = Arrays.stream(scheduler.getMethods()).filter(each -> each.getName().equals("onStart"))
                    .findFirst().orElseThrow(() -> new NoSuchMethodException("onStart")).getParameterTypes()[0];
            return new LoomBackEnd(scheduler, task, by -> apply(method, by));
        } catch (final ReflectiveOperationException e) {
            throw new IllegalStateException("virtual threads cannot be given this scheduler: JDK "
                    + Runtime.version().feature() + " offers another interface than was described", e);
        }
    }

    private static Thread.Builder.OfVirtual apply(final Method method, final Object scheduler) {
        try {
            return (Thread.Builder.OfVirtual) method.invoke(Thread.ofVirtual(), scheduler);
        } catch (final ReflectiveOperationException e) {
            throw new IllegalStateException("virtual threads cannot be given this scheduler: " + e, e);
        }
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // what equals means for a scheduler
    public Thread.Builder.OfVirtual builder(final Executor executor) {
        return newBuilder.apply(Proxy.newProxyInstance(scheduler.getClassLoader(), new Class<?>[]{scheduler},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "onStart", "onContinue" -> {
                        executor.execute((Runnable) arguments[0]);
                        yield null;
                    }
                    case "equals" -> proxy == arguments[0];
                    case "hashCode" -> System.identityHashCode(proxy);
                    case "toString" -> "Perch";
                    default -> throw new UnsupportedOperationException(method.toString());
                }));
    }

    @Override
    public Thread thread(final Runnable continuation) {
        try {
            return (Thread) threadOfTask.invokeExact(continuation);
        } catch (final Throwable e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public Executor jdkScheduler() {
        return ForkJoinPool.commonPool();
    }
}
