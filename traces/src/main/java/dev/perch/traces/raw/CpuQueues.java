package dev.perch.traces.raw;

import dev.perch.traces.Event;
import dev.perch.traces.EventKind;
import dev.perch.traces.Intake;
import java.util.Arrays;

/**
 * Merges events that arrive CPU by CPU: those of one CPU in order, those of different CPUs not. A queue for each CPU
 * holds what has arrived; they are given out up to a stamp after which nothing older can arrive. Beyond {@value #MOST}
 * events held, the earliest are given out all the same.
 */
public final class CpuQueues {
    private static final int MOST = 1 << 20;

    private final Intake intake;
    private Queue[] queues = new Queue[64];
    private Event[] pool = new Event[1024];
    private int pooled;
    private int held;
    private long latest = Long.MIN_VALUE;
    private Event spare = new Event();

    /** Queues that give their events to {@code intake}. */
    public CpuQueues(final Intake intake) {
        this.intake = intake;
    }

    /** The event to fill next; the same one until it is added. */
    public Event event() {
        return spare;
    }

    /** Queues the filled event. */
    public void add() {
        final Event event = spare;
        if (event.cpu >= queues.length) {
            queues = Arrays.copyOf(queues, event.cpu * 2);
        }
        if (queues[event.cpu] == null) {
            queues[event.cpu] = new Queue();
        }
        queues[event.cpu].add(event);
        latest = Math.max(latest, event.nanos);
        spare = pooled > 0 ? pool[--pooled] : new Event();
        if (++held > MOST) {
            give(Long.MAX_VALUE, MOST / 2);
        }
    }

    /** Queues a loss: {@code count} events of {@code cpu}, -1 where not known, before this stamp. */
    public void addLost(final int cpu, final long nanos, final int count) {
        final Event kept = spare;
        spare = pooled > 0 ? pool[--pooled] : new Event();
        spare.kind = EventKind.LOST;
        spare.cpu = cpu;
        spare.nanos = nanos;
        spare.number = count;
        add();
        if (pooled < pool.length) {
            pool[pooled++] = spare;
        }
        spare = kept;
    }

    /** The latest stamp that has arrived. */
    public long latest() {
        return latest;
    }

    /** Tells behind the last event of each CPU that it ends there, although others go on. */
    public void addEnds() {
        for (int cpu = 0; cpu < queues.length; cpu++) {
            if (queues[cpu] != null) {
                spare.kind = EventKind.CUT;
                spare.cpu = cpu;
                spare.nanos = queues[cpu].latest;
                add();
            }
        }
    }

    /** Gives out all events up to this stamp. */
    public void flush(final long nanos) {
        give(nanos, 0);
    }

    private void give(final long limit, final int keep) {
        Earliest.giveOut(queues, limit, () -> held > keep, queue -> give(queue.take()));
    }

    private void give(final Event event) {
        held--;
        if (event.kind == EventKind.LOST) {
            intake.lost(event.cpu, event.number);
        } else if (event.kind == EventKind.CUT) {
            intake.ends(event.cpu, event.nanos);
        } else {
            intake.addInOrder(event);
        }
        if (pooled == pool.length) {
            pool = Arrays.copyOf(pool, pooled * 2);
        }
        pool[pooled++] = event;
    }

    /** One CPU's events, a ring. */
    private static final class Queue implements Earliest.Held {
        private Event[] ring = new Event[64];
        private int head;
        private int size;
        private long latest = Long.MIN_VALUE;

        @Override
        public long nanos() {
            return ring[head].nanos;
        }

        @Override
        public int cpu() {
            return ring[head].cpu;
        }

        @Override
        public boolean isEmpty() {
            return size == 0;
        }

        void add(final Event event) {
            if (size == ring.length) {
                final var wider = new Event[size * 2];
                for (int i = 0; i < size; i++) {
                    wider[i] = ring[head + i & size - 1];
                }
                ring = wider;
                head = 0;
            }
            latest = Math.max(latest, event.nanos);
            int place = size++;
            for (; place > 0 && at(place - 1).nanos > event.nanos; place--) { // nearly never
                ring[head + place & ring.length - 1] = at(place - 1);
            }
            ring[head + place & ring.length - 1] = event;
        }

        private Event at(final int place) {
            return ring[head + place & ring.length - 1];
        }

        Event take() {
            final Event event = ring[head];
            head = head + 1 & ring.length - 1;
            size--;
            return event;
        }
    }
}
