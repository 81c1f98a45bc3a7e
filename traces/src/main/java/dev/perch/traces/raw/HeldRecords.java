package dev.perch.traces.raw;

import java.util.Arrays;

/**
 * Records of a perf.data that arrive CPU by CPU: those of one CPU in order, those of different CPUs not. They are held
 * as the bytes they are, in chunks, a queue for each CPU, and given out in order of time up to a stamp after which
 * nothing older can arrive. Beyond {@value #MOST_CHUNKS} chunks the earliest are given out all the same.
 */
final class HeldRecords {
    /** Takes records in order of time. */
    interface Taker {
        /**
         * Takes one record, whose bytes are valid during this call only.
         *
         * @param at where in {@code bytes} its header begins
         * @param place where in the file it is, for messages
         */
        void take(byte[] bytes, int at, long place);

        /** A CPU's records end here, although others' go on. */
        void ends(int cpu, long nanos);
    }

    private static final int CHUNK_BITS = 16; // no record is longer
    private static final int CHUNK = 1 << CHUNK_BITS;
    private static final int MOST_CHUNKS = 1 << 11;
    private static final int NONE = -1;
    private static final int BATCH = 512;

    private final Taker taker;
    private Queue[] queues = new Queue[64];
    private byte[][] chunks = new byte[64][];
    private int[] used = new int[64]; // bytes of a chunk that are taken
    private int[] held = new int[64]; // records in a chunk that are not given out yet
    private int[] free = new int[64];
    private int freeCount;
    private int chunkCount;
    private long latest = Long.MIN_VALUE;
    private long flushed = Long.MIN_VALUE; // up to here all have been given out
    private final int[] merged = new int[BATCH]; // where records lie, in order of time, about to be given out
    private final long[] mergedPlaces = new long[BATCH];
    private int mergedCount;

    HeldRecords(final Taker taker) {
        this.taker = taker;
    }

    /** The latest stamp that has arrived. */
    long latest() {
        return latest;
    }

    /** Holds the record of {@code size} bytes at {@code at}; {@code place} is where the file has it. */
    void add(final int cpu, final long nanos, final byte[] bytes, final int at, final int size, final long place) {
        final Queue queue = queue(cpu);
        if (queue.chunk == NONE || used[queue.chunk] + size > CHUNK) {
            queue.chunk = freeChunk();
        }
        final int chunk = queue.chunk;
        System.arraycopy(bytes, at, chunks[chunk], used[chunk], size);
        queue.add(nanos, place, chunk << CHUNK_BITS | used[chunk]);
        used[chunk] += size;
        held[chunk]++;
        latest = Math.max(latest, nanos);
    }

    private Queue queue(final int cpu) {
        if (cpu >= queues.length) {
            queues = Arrays.copyOf(queues, cpu * 2);
        }
        if (queues[cpu] == null) {
            queues[cpu] = new Queue(cpu);
        }
        return queues[cpu];
    }

    /** Tells behind the last record of each CPU that it ends there; those below {@code cpus} may have none. */
    void addEnds(final int cpus) {
        if (latest == Long.MIN_VALUE) {
            return;
        }
        final long known = flushed == Long.MIN_VALUE ? earliest() : flushed; // a CPU of which no record is held
        for (int cpu = 0; cpu < Math.max(cpus, queues.length); cpu++) {
            if (cpu < cpus || queues[cpu] != null) {
                final Queue queue = queue(cpu);
                final long end = queue.isEmpty() ? known : queue.last();
                queue.add(end, end, ~cpu);
            }
        }
    }

    private long earliest() {
        long earliest = latest;
        for (final Queue queue : queues) {
            earliest = queue == null || queue.isEmpty() ? earliest : Math.min(earliest, queue.first);
        }
        return earliest;
    }

    private int freeChunk() {
        if (freeCount == 0 && chunkCount == MOST_CHUNKS) {
            give(Long.MAX_VALUE, MOST_CHUNKS / 2);
        }
        if (freeCount > 0) {
            return free[--freeCount];
        }
        if (chunkCount == chunks.length) {
            chunks = Arrays.copyOf(chunks, chunkCount * 2);
            used = Arrays.copyOf(used, chunkCount * 2);
            held = Arrays.copyOf(held, chunkCount * 2);
            free = Arrays.copyOf(free, chunkCount * 2);
        }
        chunks[chunkCount] = new byte[CHUNK];
        return chunkCount++;
    }

    /** Gives out all records up to this stamp. */
    void flush(final long nanos) {
        give(nanos, 0);
        flushed = nanos;
    }

    /** Gives out records up to a stamp until no more than {@code keep} chunks hold any. */
    private void give(final long limit, final int keep) {
        Earliest.giveOut(queues, limit, () -> chunkCount - freeCount > keep, this::merge);
        giveMerged();
    }

    /** Merging and taking are loops of their own, as the JIT would else compile both as one, again and again. */
    private void merge(final Queue queue) {
        if (mergedCount == BATCH) {
            giveMerged();
        }
        final int where = queue.where[queue.head];
        merged[mergedCount] = where;
        mergedPlaces[mergedCount++] = queue.places[queue.head];
        queue.remove();
        if (where < 0) { // a CPU's end
            return;
        }
        final int chunk = where >>> CHUNK_BITS;
        if (--held[chunk] == 0) { // its bytes stay until the next record is added
            used[chunk] = 0;
            if (chunk != queue.chunk) {
                free[freeCount++] = chunk;
            }
        }
    }

    private void giveMerged() {
        for (int i = 0; i < mergedCount; i++) {
            if (merged[i] < 0) {
                taker.ends(~merged[i], mergedPlaces[i]);
            } else {
                taker.take(chunks[merged[i] >>> CHUNK_BITS], merged[i] & CHUNK - 1, mergedPlaces[i]);
            }
        }
        mergedCount = 0;
    }

    /** One CPU's records, a ring in order of time. */
    private static final class Queue implements Earliest.Held {
        private final int cpu;
        private int chunk = NONE; // which takes the next record
        private long[] nanos = new long[64];
        private long[] places = new long[64];
        private int[] where = new int[64]; // the chunk; in the low bits the place in it; negative for the CPU's end
        private int head;
        private int size;
        private long first; // the stamp at the head

        Queue(final int cpu) {
            this.cpu = cpu;
        }

        @Override
        public long nanos() {
            return first;
        }

        @Override
        public int cpu() {
            return cpu;
        }

        @Override
        public boolean isEmpty() {
            return size == 0;
        }

        /** The latest stamp, where there is one. */
        long last() {
            return nanos[head + size - 1 & nanos.length - 1];
        }

        void add(final long stamp, final long place, final int at) {
            if (size == nanos.length) {
                grow();
            }
            final int mask = nanos.length - 1;
            int slot = head + size++ & mask;
            for (; slot != head && nanos[slot - 1 & mask] > stamp; slot = slot - 1 & mask) { // nearly never
                nanos[slot] = nanos[slot - 1 & mask];
                places[slot] = places[slot - 1 & mask];
                where[slot] = where[slot - 1 & mask];
            }
            nanos[slot] = stamp;
            places[slot] = place;
            where[slot] = at;
            first = nanos[head];
        }

        private void grow() {
            final int old = nanos.length;
            nanos = Arrays.copyOf(nanos, old * 2);
            places = Arrays.copyOf(places, old * 2);
            where = Arrays.copyOf(where, old * 2);
            System.arraycopy(nanos, 0, nanos, old, head);
            System.arraycopy(places, 0, places, old, head);
            System.arraycopy(where, 0, where, old, head);
        }

        void remove() {
            head = head + 1 & nanos.length - 1;
            size--;
            first = nanos[head];
        }
    }
}
