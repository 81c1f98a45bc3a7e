package dev.perch.simulator.jvm;

import dev.perch.simulator.World;
import java.util.ArrayDeque;

/** Virtual threads that wait to be run, first in first out. */
final class WorkQueue {
    private final World world;
    private final ArrayDeque<VirtualThread> waiting = new ArrayDeque<>();
    private int lastCpu = -1;
    private long taken;

    WorkQueue(final World world) {
        this.world = world;
    }

    /** {@code by} adds {@code thread}. */
    void add(final VirtualThread thread, final JvmThread by) {
        touch(by);
        thread.queuedAt = world.now();
        waiting.add(thread);
    }

    /** {@code by} takes the oldest; null where there is none. */
    VirtualThread take(final JvmThread by) {
        if (waiting.isEmpty()) {
            return null;
        }
        touch(by);
        taken++;
        return waiting.poll();
    }

    private void touch(final JvmThread by) {
        by.owe(world.handOver(lastCpu, by.cpu(), JvmCosts.QUEUE_LINES));
        lastCpu = by.cpu();
    }

    int size() {
        return waiting.size();
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** How many were ever taken. */
    long taken() {
        return taken;
    }
}
