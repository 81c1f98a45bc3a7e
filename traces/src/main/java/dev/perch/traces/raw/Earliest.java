package dev.perch.traces.raw;

import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Several sources of events, the one with the earliest next event first: a binary heap. */
public final class Earliest<T extends Earliest.Stamped> {
    /** Has a next event. */
    public interface Stamped {
        /** The next event's stamp. */
        long nanos();

        /** Its CPU, which decides between equal stamps. */
        int cpu();
    }

    /** Holds events of one CPU, earliest first. */
    interface Held extends Stamped {
        /** Whether none is left. */
        boolean isEmpty();
    }

    private Stamped[] heap = new Stamped[16];
    private int size;

    /** No sources. */
    public Earliest() {}

    /** Whether there is none. */
    public boolean isEmpty() {
        return size == 0;
    }

    /** Adds a source. */
    public void add(final T source) {
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, size * 2);
        }
        int at = size++;
        for (; at > 0 && isBefore(source, heap[at - 1 >> 1]); at = at - 1 >> 1) {
            heap[at] = heap[at - 1 >> 1];
        }
        heap[at] = source;
    }

    /** The source with the earliest next event. */
    @SuppressWarnings("unchecked")
    public T first() {
        return (T) heap[0];
    }

    /** Takes the first source out: it has no more events. */
    public void removeFirst() {
        heap[0] = heap[--size];
        heap[size] = null;
        firstChanged();
    }

    /** The first source has another next event. */
    public void firstChanged() {
        final Stamped moved = heap[0];
        int at = 0;
        for (int child = 1; child < size; child = 2 * at + 1) {
            if (child + 1 < size && isBefore(heap[child + 1], heap[child])) {
                child++;
            }
            if (!isBefore(heap[child], moved)) {
                break;
            }
            heap[at] = heap[child];
            at = child;
        }
        heap[at] = moved;
    }

    /**
     * Empties {@code queues}, of which some may be null, in order of time.
     *
     * @param limit  the latest stamp to give out
     * @param goesOn asked before each event whether it is to be given out
     * @param give   takes the first event out of a queue
     */
    static <Q extends Held> void giveOut(final Q[] queues, final long limit, final BooleanSupplier goesOn,
            final Consumer<Q> give) {
        final var waiting = new Earliest<Q>();
        for (final Q queue : queues) {
            if (queue != null && !queue.isEmpty()) {
                waiting.add(queue);
            }
        }
        while (!waiting.isEmpty() && waiting.first().nanos() <= limit && goesOn.getAsBoolean()) {
            final Q first = waiting.first();
            give.accept(first);
            if (first.isEmpty()) {
                waiting.removeFirst();
            } else {
                waiting.firstChanged();
            }
        }
    }

    private static boolean isBefore(final Stamped one, final Stamped other) {
        final long difference = one.nanos() - other.nanos();
        return difference < 0 || difference == 0 && one.cpu() < other.cpu();
    }
}
