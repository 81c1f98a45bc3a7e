package dev.perch.simulator;

import java.util.Arrays;

/**
 * The future: what happens next, in the order of (time, sequence). Every source of events (a CPU's activity, its tick,
 * a task's timer …) owns one slot that holds at most one event; scheduling a slot again moves its event. Of events at
 * the same nanosecond the one scheduled first comes first.
 *
 * <p>A winner tree over the slots: the root names the earliest slot, and a change replays the matches on the way from
 * its leaf to the root, ending where the outcome stays the same. O(log slots) without branches that depend on how many
 * events there are, and nothing is allocated. Source: D. E. Knuth, TAOCP 3, 5.4.1.
 */
final class EventQueue {
    /** The time of an event that is not scheduled. */
    static final long NEVER = Long.MAX_VALUE;

    private final int leaves;
    private final int[] winner;
    private final long[] time;
    private final long[] sequence;
    private long scheduled;
    private int taken = -1;

    /** A queue of {@code slots} sources, none of which has an event. */
    EventQueue(final int slots) {
        leaves = Math.max(2, Integer.highestOneBit(Math.max(1, slots - 1)) << 1);
        winner = new int[2 * leaves];
        time = new long[leaves];
        sequence = new long[leaves];
        Arrays.fill(time, NEVER);
        for (int node = winner.length - 1; node > 0; node--) {
            winner[node] = node >= leaves ? node - leaves : winner[2 * node];
        }
    }

    /** Sets or moves the event of {@code slot} to {@code at}. */
    void schedule(final int slot, final long at) {
        time[slot] = at;
        sequence[slot] = scheduled++;
        replay(slot);
    }

    /** Takes the event of {@code slot} out, if it has one. */
    void cancel(final int slot) {
        if (time[slot] != NEVER) {
            time[slot] = NEVER;
            replay(slot);
        }
    }

    /** When the next event happens; {@link #NEVER} where there is none. */
    long nextTime() {
        settle();
        return time[winner[1]];
    }

    /** Takes the next event, which there must be, out and returns its slot. */
    int poll() {
        settle();
        taken = winner[1];
        time[taken] = NEVER; // its matches are replayed once, when it is scheduled again or the next event is asked for
        return taken;
    }

    private void settle() {
        if (taken >= 0 && time[taken] == NEVER) {
            replay(taken);
        }
        taken = -1;
    }

    /** When the event of {@code slot} happens; {@link #NEVER} where it has none. */
    long timeOf(final int slot) {
        return time[slot];
    }

    private void replay(final int slot) {
        final int[] tree = winner;
        for (int node = leaves + slot >> 1; node > 0; node >>= 1) {
            final int left = tree[2 * node];
            final int right = tree[2 * node + 1];
            final int won = isBefore(right, left) ? right : left;
            if (won == tree[node] && won != slot) {
                return;
            }
            tree[node] = won;
        }
    }

    private boolean isBefore(final int slot, final int other) {
        return time[slot] < time[other] || time[slot] == time[other] && sequence[slot] < sequence[other];
    }
}
