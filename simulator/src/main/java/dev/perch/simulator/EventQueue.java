package dev.perch.simulator;

import java.util.Arrays;

/**
 * The future: what happens next. Every source of events (a CPU's activity, its tick, a task's timer …) owns one slot
 * that holds at most one event; scheduling a slot again moves its event. Of events at the same nanosecond the one of
 * the lowest slot comes first.
 *
 * <p>Time and slot make one key, so that no two are equal, and the keys are the leaves of a tree in which every node
 * holds the least of its four children: the root is the next event. A change recomputes the nodes on the way from its
 * leaf to the root: O(log slots), without a branch that depends on the keys, and nothing is allocated. A node
 * lies beside its siblings, and four to a parent make half as many steps as two. Source: the tournaments of D. E. Knuth, TAOCP 3, 5.4.1.
 */
final class EventQueue {
    private static final int SLOT_BITS = 20;
    private static final int SLOT_MASK = (1 << SLOT_BITS) - 1;

    /** The time of an event that is not scheduled: later than any, some two hours ahead. */
    static final long NEVER = Long.MAX_VALUE >>> SLOT_BITS;

    private final int kindBits;
    private final int depth;
    private final int leaves;
    private final long[] least;
    private int taken; // the leaf of the event taken last; 0 once the way up from there is recomputed

    /** A queue of {@code slots} sources, up to a million, none of which has an event. */
    EventQueue(final int slots) {
        this(slots, 0);
    }

    /** The same; each event is of a kind, a number of {@code kindBits} bits, for which there are that many fewer sources. */
    EventQueue(final int slots, final int kindBits) {
        requireSlots((long) slots << kindBits);
        this.kindBits = kindBits;
        final int bits = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(0, slots - 1));
        depth = (bits + 1) / 2;
        leaves = 1 << 2 * depth;
        least = new long[2 * leaves];
        Arrays.fill(least, Long.MAX_VALUE);
    }

    /** Fails where {@code slots} are more than a queue can have. */
    static void requireSlots(final long slots) {
        if (slots > SLOT_MASK) {
            throw new IllegalArgumentException("too many CPUs and tasks to simulate: more than " + SLOT_MASK);
        }
    }

    /** Sets or moves the event of {@code slot} to {@code at}; from {@link #NEVER} on it never happens. */
    void schedule(final int slot, final long at) {
        schedule(slot, 0, at);
    }

    /** The same for an event of {@code kind}. */
    void schedule(final int slot, final int kind, final long at) {
        replay(leaves + slot, Math.min(at, NEVER) << SLOT_BITS | slot << kindBits | kind);
    }

    /** Takes the event of {@code slot} out, if it has one. */
    void cancel(final int slot) {
        replay(leaves + slot, Long.MAX_VALUE);
    }

    /** When the next event happens; {@link #NEVER} where there is none. */
    long nextTime() {
        if (taken != 0) {
            settle();
        }
        return least[1] >>> SLOT_BITS;
    }

    /** Takes the event whose time {@link #nextTime} has told out, and returns its slot, followed by the bits of its kind. */
    int poll() {
        final int slot = (int) least[1] & SLOT_MASK;
        taken = leaves + (slot >> kindBits);
        least[taken] = Long.MAX_VALUE; // the way up is recomputed once: when it is scheduled again, or by nextTime
        return slot;
    }

    private void settle() {
        if (least[taken] == Long.MAX_VALUE) {
            replay(taken, Long.MAX_VALUE);
        }
        taken = 0;
    }

    private void replay(final int leaf, final long key) {
        final long[] tree = least;
        int node = leaf;
        long first = key;
        tree[node] = first;
        for (int level = depth; level > 0; level--) {
            final long others = Math.min(Math.min(tree[node ^ 1], tree[node ^ 2]), tree[node ^ 3]);
            first = Math.min(first, others);
            node >>= 2;
            tree[node] = first;
        }
    }
}
