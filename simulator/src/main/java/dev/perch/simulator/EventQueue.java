package dev.perch.simulator;

import java.util.Arrays;

/**
 * The future: what happens next. Every source of events (a CPU's activity, its tick, a task's timer …) owns one slot
 * that holds at most one event; scheduling a slot again moves its event. Of events at the same nanosecond the one of
 * the lowest slot comes first.
 *
 * <p>Time and slot make one key, so that no two are equal, and the keys are the leaves of a tree in which every node
 * holds the lesser of its two children: the root is the next event. A change recomputes the nodes on the way from its
 * leaf to the root: O(log slots), without a branch that depends on the keys, and nothing is allocated. Source: the
 * tournaments of D. E. Knuth, TAOCP 3, 5.4.1.
 */
final class EventQueue {
    /** The time of an event that is not scheduled. */
    static final long NEVER = Long.MAX_VALUE;
    private static final int SLOT_BITS = 20;
    private static final int SLOT_MASK = (1 << SLOT_BITS) - 1;
    private static final long LAST = NEVER >>> SLOT_BITS;

    private final int depth;
    private final int leaves;
    private final long[] least;
    private int taken = -1;

    /** A queue of {@code slots} sources, up to a million, none of which has an event. */
    EventQueue(final int slots) {
        if (slots > SLOT_MASK) {
            throw new IllegalArgumentException("too many CPUs and tasks to simulate: more than " + SLOT_MASK);
        }
        depth = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, slots - 1));
        leaves = 1 << depth;
        least = new long[2 * leaves];
        Arrays.fill(least, NEVER);
    }

    /** Sets or moves the event of {@code slot} to {@code at}; an event more than two hours ahead never happens. */
    void schedule(final int slot, final long at) {
        replay(slot, at < LAST ? at << SLOT_BITS | slot : NEVER);
    }

    /** Takes the event of {@code slot} out, if it has one. */
    void cancel(final int slot) {
        replay(slot, NEVER);
    }

    /** When the next event happens; {@link #NEVER} where there is none. */
    long nextTime() {
        settle();
        final long key = least[1];
        return key == NEVER ? NEVER : key >>> SLOT_BITS;
    }

    /** Takes the next event, which there must be, out and returns its slot. */
    int poll() {
        settle();
        taken = (int) least[1] & SLOT_MASK;
        least[leaves + taken] = NEVER; // the way up is recomputed once: when the slot is scheduled again, or at the end
        return taken;
    }

    private void settle() {
        if (taken >= 0 && least[leaves + taken] == NEVER) {
            replay(taken, NEVER);
        }
        taken = -1;
    }

    private void replay(final int slot, final long key) {
        final long[] tree = least;
        int node = leaves + slot;
        long lesser = key;
        tree[node] = lesser;
        for (int level = depth; level > 0; level--) {
            lesser = Math.min(lesser, tree[node ^ 1]);
            node >>= 1;
            tree[node] = lesser;
        }
    }
}
