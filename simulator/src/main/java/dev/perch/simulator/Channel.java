package dev.perch.simulator;

/**
 * One direction of a pipe or socket: messages from any number of writers to one reader. Remembers on
 * which CPU it was last used, for whoever uses it next on another has its lines to fetch.
 */
public final class Channel {
    final KernelPath path;
    private final int capacity;
    private final int[] sizes;
    private int head;
    private int count;
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
        capacity = path.messages();
        sizes = new int[capacity];
    }

    /** How many messages are in it. */
    public int size() {
        return count;
    }

    boolean isEmpty() {
        return count == 0;
    }

    boolean isFull() {
        return count == capacity;
    }

    /** Whether so much has been read that writers who found it full are told. */
    boolean hasRoom() {
        return count <= path.messagesWhenWritable();
    }

    void put(final int bytes) {
        int tail = head + count;
        if (tail >= capacity) {
            tail -= capacity;
        }
        sizes[tail] = bytes;
        count++;
    }

    /** The size of the oldest message, taken out. */
    int take() {
        final int bytes = sizes[head];
        head = head + 1 == capacity ? 0 : head + 1;
        count--;
        return bytes;
    }
}
