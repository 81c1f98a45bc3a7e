package dev.perch.simulator.jvm;

import dev.perch.simulator.World;
import java.util.ArrayDeque;

/** A bounded queue of messages under a lock, as java.util.concurrent's: who finds it full or empty waits. */
final class Mailbox {
    private final World world;
    private final int[] messages;
    private int head;
    private int count;
    private int lastCpu = -1;
    private int writerCpu = -1;
    private final ArrayDeque<VirtualThread> readers = new ArrayDeque<>();
    private final ArrayDeque<VirtualThread> writers = new ArrayDeque<>();

    /** An empty one that holds {@code capacity} messages. */
    Mailbox(final World world, final int capacity) {
        this.world = world;
        messages = new int[capacity];
    }

    /** Puts {@code message} in. */
    Step put(final int message) {
        return new Step() {
            @Override
            public double nanos(final VirtualThread self, final int cpu) {
                return world.code(JvmCosts.QUEUE) + world.handOver(lastCpu, cpu, JvmCosts.LOCK_LINES);
            }

            @Override
            public boolean happen(final VirtualThread self, final JvmThread on) {
                return put(message, self, on);
            }
        };
    }

    private boolean put(final int message, final VirtualThread self, final JvmThread on) {
        lastCpu = on.cpu();
        if (count == messages.length) {
            writers.add(self);
            return false;
        }
        messages[(head + count++) % messages.length] = message;
        writerCpu = on.cpu();
        on.wakeFirst(readers);
        return true;
    }

    /** Takes a message out, which becomes the thread's {@link VirtualThread#message}. */
    Step take() {
        return new Step() {
            @Override
            public double nanos(final VirtualThread self, final int cpu) {
                return world.code(JvmCosts.QUEUE) + world.handOver(lastCpu, cpu, JvmCosts.LOCK_LINES)
                        + (count == 0 ? 0 : world.handOver(writerCpu, cpu, JvmCosts.MESSAGE_LINES));
            }

            @Override
            public boolean happen(final VirtualThread self, final JvmThread on) {
                return take(self, on);
            }
        };
    }

    private boolean take(final VirtualThread self, final JvmThread on) {
        lastCpu = on.cpu();
        if (count == 0) {
            readers.add(self);
            return false;
        }
        self.message = messages[head];
        head = head + 1 == messages.length ? 0 : head + 1;
        count--;
        on.wakeFirst(writers);
        return true;
    }

    /** Puts an answer into that of {@code boxes} which the thread's last message names. */
    static Step answer(final Mailbox[] boxes) {
        return new Step() {
            @Override
            public double nanos(final VirtualThread self, final int cpu) {
                final Mailbox box = boxes[self.message];
                return box.world.code(JvmCosts.QUEUE) + box.world.handOver(box.lastCpu, cpu, JvmCosts.LOCK_LINES);
            }

            @Override
            public boolean happen(final VirtualThread self, final JvmThread on) {
                return boxes[self.message].put(0, self, on);
            }
        };
    }
}
