package dev.perch.scheduler.fair;

import java.util.Arrays;

/**
 * The entities that wait on one runqueue, in the order of a virtual time that wraps around; of equals the one
 * inserted earlier comes first. The first one stands apart, for most runqueues hold no other; the others are a sorted
 * array, latest first: with the handful of entities that a runqueue holds it is faster than a tree, and taking the
 * first one moves nothing.
 */
final class Timeline {
    private SchedEntity first;
    private long firstKey;
    private SchedEntity[] others = new SchedEntity[8];
    private long[] keys = new long[8];
    private int count; // of the others

    int size() {
        return first == null ? 0 : count + 1;
    }

    /** The {@code index}-th in order, 0 being the first; null where there is none. */
    SchedEntity get(final int index) {
        if (index == 0) {
            return first;
        }
        return index <= count ? others[count - index] : null;
    }

    void insert(final SchedEntity entity, final long key) {
        if (first == null) {
            setFirst(entity, key);
        } else if (key - firstKey < 0) {
            insertAt(count, first, firstKey);
            setFirst(entity, key);
        } else {
            int at = count;
            while (at > 0 && key - keys[at - 1] >= 0) {
                at--;
            }
            insertAt(at, entity, key);
        }
    }

    private void setFirst(final SchedEntity entity, final long key) {
        first = entity;
        firstKey = key;
    }

    /** Puts {@code entity} before those from {@code at} on, which are earlier. */
    private void insertAt(final int at, final SchedEntity entity, final long key) {
        if (count == keys.length) {
            others = Arrays.copyOf(others, 2 * count);
            keys = Arrays.copyOf(keys, 2 * count);
        }
        System.arraycopy(others, at, others, at + 1, count - at);
        System.arraycopy(keys, at, keys, at + 1, count - at);
        others[at] = entity;
        keys[at] = key;
        count++;
    }

    /** Removes {@code entity}; false where it is not here. */
    boolean remove(final SchedEntity entity) {
        if (entity == first) {
            removeFirst();
            return true;
        }
        int at = count - 1;
        while (at >= 0 && others[at] != entity) {
            at--;
        }
        if (at < 0) {
            return false;
        }
        count--;
        System.arraycopy(others, at + 1, others, at, count - at);
        System.arraycopy(keys, at + 1, keys, at, count - at);
        others[count] = null;
        return true;
    }

    private void removeFirst() {
        if (count == 0) {
            first = null;
        } else {
            count--;
            setFirst(others[count], keys[count]);
            others[count] = null;
        }
    }
}
