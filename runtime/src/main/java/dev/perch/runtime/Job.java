package dev.perch.runtime;

import java.util.concurrent.ForkJoinPool;

/** A plain task of {@link PerchScheduler#executor}: runs once, to its end, on one carrier. */
final class Job extends Entity {
    private final Runnable task;
    private final Dispatcher dispatcher;

    Job(final Runnable task, final Dispatcher dispatcher) {
        super(dispatcher.cpus());
        this.task = task;
        this.dispatcher = dispatcher;
    }

    @Override
    @SuppressWarnings("CatchAndPrintStackTrace")
    void run() {
        try {
            task.run();
        } catch (final Throwable e) { // as a thread's end: the carrier goes on
            final var carrier = Thread.currentThread();
            carrier.getUncaughtExceptionHandler().uncaughtException(carrier, e);
        } finally {
            Thread.interrupted(); // an interrupt meant for this task must not reach the next
            lastWakee = null;
            dispatcher.finished();
        }
    }

    @Override
    void runElsewhere() {
        ForkJoinPool.commonPool().execute(this::run);
    }
}
