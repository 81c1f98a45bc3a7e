package dev.perch.traces;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Lets a reader run in a thread of its own, up to {@value #BATCHES} batches of events ahead of the thread that takes
 * them. The batches go round: filled by the one, emptied by the other, in the order in which they were filled.
 */
final class ReadAhead implements Intake.Outlet {
    private static final int BATCHES = 8;
    private static final Batch END = new Batch(new Event[0], 0);

    private final BlockingQueue<Batch> filled = new ArrayBlockingQueue<>(BATCHES + 1); // all of them, and the end
    private final BlockingQueue<Event[]> empty = new ArrayBlockingQueue<>(BATCHES + 1);
    private volatile boolean isStopped;

    /** Events, as many of the first as {@code count} says. */
    private static final class Batch {
        private final Event[] events;
        private final int count;

        Batch(final Event[] events, final int count) {
            this.events = events;
            this.count = count;
        }
    }

    /** Ends a reading whose events nobody takes any more. */
    private static final class Stopped extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Stopped() {
            super(null, null, false, false);
        }
    }

    ReadAhead() {
        for (int i = 1; i < BATCHES; i++) { // the reader has the first one
            empty.add(Intake.batch());
        }
    }

    /** Runs {@code reading}, which fills the batches, and gives the events to {@code sink} in this thread. */
    <T> T run(final Callable<T> reading, final EventSink sink) throws IOException {
        final var result = new FutureTask<>(reading);
        final Thread reader = Thread.ofPlatform().daemon().name("perch-reader").start(() -> {
            result.run();
            filled.add(END);
        });
        try {
            for (Batch batch = filled.take(); !batch.equals(END); batch = filled.take()) {
                sink.events(batch.events, batch.count);
                empty.add(batch.events);
            }
            return result.get();
        } catch (final ExecutionException e) {
            throw unchecked(e.getCause());
        } catch (final InterruptedException e) {
            throw interrupted();
        } finally {
            isStopped = true;
            empty.offer(END.events);
            awaitEnd(reader);
        }
    }

    @Override
    public Event[] pass(final Event[] events, final int count) {
        filled.add(new Batch(events, count));
        try {
            final Event[] next = empty.take();
            if (isStopped) {
                throw new Stopped();
            }
            return next;
        } catch (final InterruptedException e) {
            throw new IllegalStateException("nobody interrupts the reader", e);
        }
    }

    private static RuntimeException unchecked(final Throwable cause) throws IOException {
        if (cause instanceof final IOException e) {
            throw e;
        } else if (cause instanceof final Error e) {
            throw e;
        }
        return cause instanceof final RuntimeException e ? e : new IllegalStateException(cause);
    }

    private static InterruptedIOException interrupted() {
        Thread.currentThread().interrupt();
        return new InterruptedIOException("interrupted while a recording was read");
    }

    private static void awaitEnd(final Thread reader) throws InterruptedIOException {
        try {
            reader.join();
        } catch (final InterruptedException e) {
            throw interrupted();
        }
    }
}
