package dev.perch.simulator.workload;

import dev.perch.simulator.Futex;

/** Where the workers of one of schbench's message threads wait for it. */
final class Mailbox {
    /** What the message thread sleeps on. */
    final Futex bell = new Futex();
    private final Worker[] waiting;
    private int count;

    /** A mailbox for {@code workers} workers. */
    Mailbox(final int workers) {
        waiting = new Worker[workers];
    }

    void add(final Worker worker) {
        waiting[count++] = worker;
    }

    /** Empties it into {@code batch}; returns how many there were. */
    int takeInto(final Worker[] batch) {
        System.arraycopy(waiting, 0, batch, 0, count);
        final int taken = count;
        count = 0;
        return taken;
    }
}
