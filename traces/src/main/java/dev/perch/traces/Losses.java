package dev.perch.traces;

import java.util.Arrays;

/** Where events of a CPU were lost, held until the CPU's next event tells when the loss was over. */
final class Losses {
    private int[] cpus = new int[4];
    private long[] counts = new long[4];
    private int pending;
    private long gaps;
    private long events;

    /** Events of {@code cpu} were lost, so many, negative where that is not known. */
    void add(final int cpu, final long count) {
        if (pending == cpus.length) {
            cpus = Arrays.copyOf(cpus, pending * 2);
            counts = Arrays.copyOf(counts, pending * 2);
        }
        cpus[pending] = cpu;
        counts[pending++] = count;
        gaps++;
        events += Math.max(count, 0);
    }

    /** Whether any are held. */
    boolean arePending() {
        return pending != 0;
    }

    /** Takes the latest loss of the CPU of {@code next}, as an event just before that; null where there is none. */
    Event take(final Event next) {
        for (int i = pending - 1; i >= 0; i--) {
            if (cpus[i] == next.cpu) {
                return take(i, next.nanos);
            }
        }
        return null;
    }

    /** Takes the latest loss of any CPU, of which there is one, as an event of this stamp. */
    Event takeLast(final long nanos) {
        return take(pending - 1, nanos);
    }

    private Event take(final int index, final long nanos) {
        final var event = new Event();
        event.kind = EventKind.LOST;
        event.cpu = cpus[index];
        event.nanos = nanos;
        event.number = (int) Math.min(counts[index], Integer.MAX_VALUE);
        pending--;
        cpus[index] = cpus[pending];
        counts[index] = counts[pending];
        return event;
    }

    /** How often events were lost. */
    long gaps() {
        return gaps;
    }

    /** How many were lost, as far as that is known. */
    long events() {
        return events;
    }
}
