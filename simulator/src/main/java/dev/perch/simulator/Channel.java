package dev.perch.simulator;

import java.util.Arrays;

/**
 * One direction of a pipe or socket: messages from any number of writers to one reader, in the slots that its
 * {@link KernelPath} gives it. Remembers on which CPU it was last used, for whoever uses it next on another has its
 * lines to fetch.
 */
public final class Channel {
    private static final int FEW = 4;

    final KernelPath path;
    /** The lock under which messages go in and out; null where the path's writer and reader hardly meet. */
    final KernelMutex mutex;
    /** The sizes of the messages, a ring of a power of two; negative where a message begins a slot. */
    private int[] sizes = new int[FEW];
    private int head;
    private int count;
    private int slots;
    /** What is left of the newest slot, bytes. */
    private int slotRoom;
    /** The reader, while it waits for a message. */
    SimulatedTask reader;
    /** The writers that wait for room. */
    final TaskQueue writers = new TaskQueue();
    /** The CPU of the last send; -1 before the first. */
    int senderCpu = -1;
    /** The CPU of the last send or receive; -1 before the first. */
    int lastCpu = -1;

    /** An empty channel over {@code path}. */
    public Channel(final KernelPath path) {
        this.path = path;
        mutex = path.hasMutex() ? new KernelMutex() : null;
    }

    /** How many messages are in it. */
    public int size() {
        return count;
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** Whether all slots are taken; the newest may still have room. */
    boolean isFull() {
        return slots == path.slots();
    }

    /** Whether a message of {@code bytes} finds room without waiting. */
    boolean takes(final int bytes) {
        return !isFull() || slotRoom >= bytes;
    }

    /** How many slots are taken. */
    int slots() {
        return slots;
    }

    void put(final int bytes) {
        if (count == sizes.length) {
            grow();
        }
        final boolean merges = slotRoom >= bytes && count > 0;
        if (merges) {
            slotRoom -= bytes;
        } else {
            slots++;
            slotRoom = Math.max(0, path.slotBytes() - bytes);
        }
        sizes[head + count & sizes.length - 1] = merges ? bytes : ~bytes;
        count++;
    }

    private void grow() {
        final int[] larger = Arrays.copyOf(sizes, 2 * count);
        for (int i = 0; i < count; i++) {
            larger[i] = sizes[head + i & count - 1];
        }
        sizes = larger;
        head = 0;
    }

    /** The size of the oldest message, taken out; its slot is free once it holds no other. */
    int take() {
        final int size = sizes[head];
        head = head + 1 & sizes.length - 1;
        count--;
        if (count == 0 || sizes[head] < 0) {
            slots--;
        }
        return size < 0 ? ~size : size;
    }
}
