package dev.perch.runtime;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Plain tasks on the carriers. Shutting it down leaves the scheduler open. */
final class JobExecutor extends AbstractExecutorService {
    private final Dispatcher dispatcher;
    private final AtomicLong pending = new AtomicLong(1); // the tasks, and one while it is open
    private final CountDownLatch terminated = new CountDownLatch(1);
    private volatile boolean shutdown;
    private volatile boolean discard;

    JobExecutor(final Dispatcher dispatcher) {
        this.dispatcher = dispatcher;
    }

    @Override
    public void execute(final Runnable task) {
        Objects.requireNonNull(task);
        pending.incrementAndGet();
        if (shutdown) {
            ended();
            throw new RejectedExecutionException("the executor is shut down");
        }
        try {
            dispatcher.begin();
        } catch (final RejectedExecutionException e) {
            ended();
            throw e;
        }
        final var job = new Job(() -> run(task), dispatcher.cpus(), dispatcher::finished);
        if (Thread.currentThread().isVirtual()) {
            dispatcher.wakeUnpinned(job);
        } else {
            dispatcher.wake(job);
        }
    }

    private void run(final Runnable task) {
        try {
            if (!discard) {
                task.run();
            }
        } finally {
            ended();
        }
    }

    private void ended() {
        if (pending.decrementAndGet() == 0) {
            terminated.countDown();
        }
    }

    @Override
    public synchronized void shutdown() {
        if (!shutdown) {
            shutdown = true;
            ended();
        }
    }

    /** Discards what has not begun. Tasks that run are not interrupted: a carrier's interrupt could reach another. */
    @Override
    public List<Runnable> shutdownNow() {
        discard = true;
        shutdown();
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return shutdown;
    }

    @Override
    public boolean isTerminated() {
        return terminated.getCount() == 0;
    }

    @Override
    public boolean awaitTermination(final long timeout, final TimeUnit unit) throws InterruptedException {
        return terminated.await(timeout, unit);
    }
}
