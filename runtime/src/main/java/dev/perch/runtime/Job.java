package dev.perch.runtime;

import dev.perch.topology.CpuSet;
import java.util.concurrent.ForkJoinPool;

/** A plain task of {@link PerchScheduler#executor}: runs once, to its end, on one carrier. */
final class Job extends Entity {
    private final Runnable task;
    private final Runnable ended;

    /** A job that may run on {@code allowed}, and tells {@code ended} when it has. */
    Job(final Runnable task, final CpuSet allowed, final Runnable ended) {
        super(allowed);
        this.task = task;
        this.ended = ended;
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
            ended.run();
        }
    }

    @Override
    void runElsewhere() {
        ForkJoinPool.commonPool().execute(this::run);
    }
}
