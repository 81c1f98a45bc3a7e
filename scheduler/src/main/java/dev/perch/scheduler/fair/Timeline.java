package dev.perch.scheduler.fair;

import java.util.Arrays;

/**
 * The entities that wait on one runqueue, in the order of a virtual time that wraps around; of equals the one
 * inserted earlier comes first. A sorted array, latest first: with the handful of entities that a runqueue holds it
 * is faster than a tree, and taking the first one moves nothing.
 */
final class Timeline {
    private SchedEntity[] entities = new SchedEntity[8];
    private long[] keys = new long[8];
    private int size;

    int size() {
        return size;
    }

    /** The {@code index}-th in order, 0 being the first; null where there is none. */
    SchedEntity get(final int index) {
        return index < size ? entities[size - 1 - index] : null;
    }

    void insert(final SchedEntity entity, final long key) {
        if (size == keys.length) {
            entities = Arrays.copyOf(entities, 2 * size);
            keys = Arrays.copyOf(keys, 2 * size);
        }
        int at = size;
        while (at > 0 && key - keys[at - 1] >= 0) {
            at--;
        }
        // everything from `at` on comes earlier than the new one, which comes after its equals
        System.arraycopy(entities, at, entities, at + 1, size - at);
        System.arraycopy(keys, at, keys, at + 1, size - at);
        entities[at] = entity;
        keys[at] = key;
        size++;
    }

    /** Removes {@code entity}; false where it is not here. */
    boolean remove(final SchedEntity entity) {
        int at = size - 1;
        while (at >= 0 && entities[at] != entity) {
            at--;
        }
        if (at < 0) {
            return false;
        }
        size--;
        System.arraycopy(entities, at + 1, entities, at, size - at);
        System.arraycopy(keys, at + 1, keys, at, size - at);
        entities[size] = null;
        return true;
    }
}
