package dev.perch.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/**
 * Lends a {@link Waker} to threads that are no carriers. A few slots, chosen by thread; whoever finds its slot lent
 * out gets a new one, so nobody waits.
 */
final class OutsideWakers {
    private static final int SLOTS = 16;

    private final AtomicReferenceArray<Waker> slots = new AtomicReferenceArray<>(SLOTS);
    private final List<Counters> counters = new ArrayList<>(); // guarded by itself
    private final Supplier<Waker> create;

    OutsideWakers(final Supplier<Waker> create) {
        this.create = create;
    }

    Waker borrow() {
        final Waker waker = slots.getAndSet(slot(), null);
        return waker != null ? waker : added();
    }

    private Waker added() {
        final Waker waker = create.get();
        synchronized (counters) {
            counters.add(waker.counters);
        }
        return waker;
    }

    void giveBack(final Waker waker) {
        slots.set(slot(), waker);
    }

    private static int slot() {
        return (int) Thread.currentThread().threadId() & SLOTS - 1;
    }

    /** What all that were ever lent have counted. */
    List<Counters> counters() {
        synchronized (counters) {
            return List.copyOf(counters);
        }
    }
}
