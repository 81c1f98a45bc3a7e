package dev.perch.traces;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * Events that more than a day of the recording's clock parts from those before, held back until it is known what they
 * are. Where at least {@value #FEW} lie together, the recording goes on there after a break. Fewer are damaged stamps,
 * which would stretch a timeline of seconds over months.
 */
final class Suspects {
    /** So many events are no accident; a damaged page of a ring buffer holds fewer. */
    static final int FEW = 256;
    /** The longest time without any event that is believed. */
    static final long LEAP_NANOS = TimeUnit.DAYS.toNanos(1);

    private final Event[] held = new Event[FEW];
    private int count;
    private long last; // the stamp of the last event near the others
    private boolean isSettled; // whether it is known where the recording is

    Suspects() {
        Arrays.setAll(held, i -> new Event());
    }

    /** Whether an event of this stamp is where the recording is, which moves on with it. */
    boolean isNear(final long nanos) {
        if (!isSettled || apart(nanos, last)) {
            return false;
        }
        last = nanos;
        return true;
    }

    /** Whether there are any, and an event of this stamp is not among them. */
    boolean isApart(final long nanos) {
        return count > 0 && apart(nanos, held[count - 1].nanos);
    }

    private static boolean apart(final long one, final long other) {
        return Math.abs(one - other) > LEAP_NANOS;
    }

    /** Holds an event; another one to use in its stead. */
    Event hold(final Event event) {
        final Event other = held[count];
        held[count++] = event;
        return other;
    }

    /** Whether it is known where the recording is. */
    boolean isSettled() {
        return isSettled;
    }

    /** The CPU of the first one. */
    int cpu() {
        return held[0].cpu;
    }

    /** How many are held. */
    int count() {
        return count;
    }

    /** Whether they have to be the recording: as many as are no accident, or the first ones, and not alone. */
    boolean areGenuine() {
        return count == FEW || !isSettled && count > 1;
    }

    /** The recording is where they are: they are to be passed on. */
    Event[] settle() {
        isSettled = true;
        last = count > 0 ? held[count - 1].nanos : last;
        count = 0;
        return held;
    }

    /** They are damaged. */
    void drop() {
        count = 0;
    }
}
