package dev.perch.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The entities that wait for one carrier, first in first out, unbounded.
 *
 * <p>Two parts. The <em>ring</em> is written by the owner alone: a wake-up that happens on the carrier itself, the
 * hot case, costs one ordered store. Owner and pullers take its oldest entity by a compare-and-set of {@code head}.
 * The <em>inbox</em> is a linked stack for wakers elsewhere: they push by compare-and-set, and whoever empties it
 * takes all at once, so no ABA can arise and the links live in the entities. The owner moves it to the ring, oldest
 * first, whenever it takes an entity.
 *
 * <p>A puller may read a slot that is overwritten meanwhile; its compare-and-set of {@code head} then fails, because
 * a slot is reused only after {@code head} has passed it, and {@code head} only grows. For the same reason a puller
 * may use an outgrown ring. Only the owner clears slots; those that pullers emptied are cleared when the owner has
 * nothing to do.
 */
final class Runqueue {
    private static final int INITIAL_CAPACITY = 256;
    private static final int INBOX = 32; // two lines of references
    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Entity[].class);
    private static final VarHandle SLOTS;
    static {
        try {
            SLOTS = MethodHandles.lookup().findVarHandle(Runqueue.class, "slots", Entity[].class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final PaddedLong head = new PaddedLong(); // INVARIANT: head <= tail <= head + slots.length
    private final PaddedLong tail = new PaddedLong();
    private final Entity[] inbox = new Entity[INBOX + 1 + INBOX]; // the newest, alone on its cache lines
    private Entity[] slots = new Entity[INITIAL_CAPACITY]; // INVARIANT: the length is a power of 2
    private long cleared; // the owner's: slots before it hold nothing

    /** Queues {@code entity} behind all others of the ring. The owner only. */
    void push(final Entity entity) {
        final long to = tail.getPlain();
        if (to - head.getAcquire() >= slots.length) {
            grow(to);
        }
        SLOT.setOpaque(slots, (int) to & slots.length - 1, entity);
        tail.setRelease(to + 1);
    }

    private void grow(final long to) {
        final var wider = new Entity[slots.length * 2];
        for (long i = head.getAcquire(); i < to; i++) {
            wider[(int) i & wider.length - 1] = slots[(int) i & slots.length - 1];
        }
        SLOTS.setRelease(this, wider);
        cleared = head.getAcquire();
    }

    /** Queues {@code entity}; any thread. What it was done before is visible to the one who takes it. */
    void offer(final Entity entity) {
        Entity top;
        do {
            top = (Entity) SLOT.getAcquire(inbox, INBOX);
            entity.next = top;
            entity.inboxDepth = top == null ? 1 : top.inboxDepth + 1;
        } while (!SLOT.compareAndSet(inbox, INBOX, top, entity));
    }

    /** Takes the oldest entity, or null. The owner only. */
    Entity poll() {
        if (SLOT.getOpaque(inbox, INBOX) != null) {
            pushAll(takeInbox());
        }
        while (true) {
            final long from = head.getAcquire();
            if (from == tail.getPlain()) {
                return null;
            }
            final int slot = (int) from & slots.length - 1;
            final Entity entity = slots[slot];
            if (head.compareAndSetVolatile(from, from + 1)) {
                SLOT.setOpaque(slots, slot, null);
                return entity;
            }
        }
    }

    /**
     * Takes the oldest entity of a carrier that is not the caller, or null. An inbox is taken whole; what the caller
     * does not run at once goes to its own {@code queue}.
     */
    Entity pull(final Runqueue queue) {
        while (true) {
            final long from = head.getAcquire();
            if (from >= tail.getAcquire()) {
                break;
            }
            final var ring = (Entity[]) SLOTS.getAcquire(this);
            final var entity = (Entity) SLOT.getAcquire(ring, (int) from & ring.length - 1);
            if (entity != null && head.compareAndSetVolatile(from, from + 1)) {
                return entity;
            }
        }
        final Entity oldest = SLOT.getOpaque(inbox, INBOX) == null ? null : takeInbox();
        if (oldest != null) {
            queue.pushAll(oldest.next);
            oldest.next = null;
        }
        return oldest;
    }

    /** Empties the inbox: its oldest entity, linked to the newer ones; or null. */
    private Entity takeInbox() {
        Entity entity = (Entity) SLOT.getAndSet(inbox, INBOX, null);
        Entity oldest = null;
        while (entity != null) {
            final Entity older = entity.next;
            entity.next = oldest;
            oldest = entity;
            entity = older;
        }
        return oldest;
    }

    private void pushAll(final Entity oldest) {
        Entity entity = oldest;
        while (entity != null) {
            final Entity newer = entity.next;
            entity.next = null;
            push(entity);
            entity = newer;
        }
    }

    /** Whether nothing waits. Ordered after the caller's earlier volatile writes. */
    boolean isEmpty() {
        return SLOT.getVolatile(inbox, INBOX) == null && head.getVolatile() >= tail.getVolatile();
    }

    /** How many wait; a snapshot that may be stale. */
    int size() {
        final var newest = (Entity) SLOT.getAcquire(inbox, INBOX);
        final long ring = tail.getAcquire() - head.getAcquire();
        return (int) Math.max(0, ring) + (newest == null ? 0 : newest.inboxDepth);
    }

    /** How many were ever taken from the ring: while it stands still, so does the queue. */
    long taken() {
        return head.getAcquire();
    }

    /** Lets go of what pullers took. The owner only, when it has nothing to do. */
    void clearTaken() {
        final long to = head.getAcquire();
        for (long i = Math.max(cleared, tail.getPlain() - slots.length); i < to; i++) { // a live slot is never reached
            SLOT.setOpaque(slots, (int) i & slots.length - 1, null);
        }
        cleared = to;
    }
}
