package dev.perch.runtime;

import java.lang.Thread.UncaughtExceptionHandler;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Builds virtual threads that a {@link PerchScheduler} places; the methods are those of {@link Thread.Builder}. Not
 * for several threads at a time; the factories it makes are.
 *
 * <p>A virtual thread that such a thread creates with {@link Thread#ofVirtual} or
 * {@link java.util.concurrent.Executors#newVirtualThreadPerTaskExecutor} is placed by the same scheduler.
 */
public final class VirtualThreads {
    private final Dispatcher dispatcher;
    private final BackEnd backEnd;
    private final PreferredLlc preferred;
    private Names names = () -> null;
    private boolean inherit = true;
    private UncaughtExceptionHandler handler;

    VirtualThreads(final Dispatcher dispatcher, final BackEnd backEnd, final PreferredLlc preferred) {
        this.dispatcher = dispatcher;
        this.backEnd = backEnd;
        this.preferred = preferred;
    }

    /** Names the thread. */
    public VirtualThreads name(final String name) {
        names = () -> name;
        return this;
    }

    /** Names the threads {@code prefix} and a number that counts up from {@code start}. */
    public VirtualThreads name(final String prefix, final long start) {
        if (start < 0) {
            throw new IllegalArgumentException("thread numbers start at 0 or above, not at " + start);
        }
        final var number = new AtomicLong(start);
        names = () -> prefix + number.getAndIncrement();
        return this;
    }

    /** Whether the threads inherit inheritable thread-locals; they do unless said. */
    public VirtualThreads inheritInheritableThreadLocals(final boolean inherits) {
        inherit = inherits;
        return this;
    }

    /** Who is told of exceptions that end a thread. */
    public VirtualThreads uncaughtExceptionHandler(final UncaughtExceptionHandler told) {
        handler = told;
        return this;
    }

    /** A thread that runs {@code task} once started. */
    public Thread unstarted(final Runnable task) {
        return create(names, inherit, handler, task);
    }

    /** A started thread that runs {@code task}. */
    public Thread start(final Runnable task) {
        final Thread thread = unstarted(task);
        thread.start();
        return thread;
    }

    /** A factory of such threads, for use by several threads; later changes to this builder do not reach it. */
    public ThreadFactory factory() {
        final Names naming = names;
        final boolean inherits = inherit;
        final UncaughtExceptionHandler told = handler;
        return task -> create(naming, inherits, told, task);
    }

    private Thread create(final Names naming, final boolean inherits, final UncaughtExceptionHandler told,
            final Runnable task) {
        final var family = new Family(dispatcher, backEnd, preferred);
        final Thread.Builder.OfVirtual builder = backEnd.builder(family).inheritInheritableThreadLocals(inherits);
        final String name = naming.next();
        if (name != null) {
            builder.name(name);
        }
        if (told != null) {
            builder.uncaughtExceptionHandler(told);
        }
        return family.found(builder.unstarted(task));
    }

    /** Gives each thread its name; null for none. */
    private interface Names {
        String next();
    }
}
