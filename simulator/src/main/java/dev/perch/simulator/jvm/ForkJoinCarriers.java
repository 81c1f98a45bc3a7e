package dev.perch.simulator.jvm;

import dev.perch.simulator.World;
import dev.perch.topology.CpuSet;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The rules of the JDK's own scheduler of virtual threads, a ForkJoinPool in asynchronous mode, as JDK 25 has them.
 * Workers that the kernel places. A wakee goes to its waker's queue, from outside to one that nobody owns; whoever
 * adds to an empty queue signals the worker that went idle last. A worker scans all queues from one drawn at random,
 * stays with the one where it found something until that is empty, and signals another when it comes to a queue with
 * more. One that finds nothing becomes idle, watches for a fixed number of looks, and sleeps. (A queue's emptiness is
 * seen exactly here, and guessed from a slot there; workers do not end when they sleep for long.)
 */
final class ForkJoinCarriers implements Carriers {
    private static final int LEAST_LOOKS = 256;
    private static final int LOOKS_A_QUEUE = 3;

    private final World world;
    private final List<Carrier> carriers = new ArrayList<>();
    private final List<WorkQueue> queues = new ArrayList<>();
    private final WorkQueue submissions;
    private final WorkQueue[] sources; // where each worker last found something; null for nowhere
    private final ArrayDeque<Carrier> idle = new ArrayDeque<>(); // a stack
    private final boolean[] isIdle; // who is on it

    ForkJoinCarriers(final World world) {
        this.world = world;
        for (int i = 0; i < world.cpus().size(); i++) {
            final var carrier = new Carrier(world, this, i);
            carriers.add(carrier);
            queues.add(carrier.queue);
        }
        submissions = new WorkQueue(world);
        queues.add(submissions);
        sources = new WorkQueue[carriers.size()];
        isIdle = new boolean[carriers.size()];
    }

    @Override
    public List<Carrier> all() {
        return carriers;
    }

    @Override
    public CpuSet boundTo(final Carrier carrier) {
        return world.cpus();
    }

    @Override
    public void wake(final VirtualThread wakee, final JvmThread by) {
        final WorkQueue queue = by instanceof final Carrier worker ? worker.queue : submissions;
        final boolean wasEmpty = queue.isEmpty();
        queue.add(wakee, by);
        if (wasEmpty) {
            signal(by);
        }
    }

    private void signal(final JvmThread by) {
        if (!idle.isEmpty()) {
            final Carrier last = pop();
            by.owe(world.handOver(last.cpu(), by.cpu(), 1));
            by.ring(last.sleeper);
        }
    }

    private Carrier pop() {
        final Carrier last = idle.poll();
        isIdle[last.index] = false;
        return last;
    }

    private void push(final Carrier worker) {
        idle.push(worker);
        isIdle[worker.index] = true;
    }

    @Override
    public VirtualThread next(final Carrier worker) {
        final WorkQueue source = sources[worker.index];
        if (source != null && !source.isEmpty()) {
            return source.take(worker);
        }
        final int start = (int) (world.chance() * queues.size());
        for (int i = 0; i < queues.size(); i++) {
            final WorkQueue queue = queues.get((start + i) % queues.size());
            worker.owe(world.code(JvmCosts.LOOK));
            if (!queue.isEmpty()) {
                return takeFrom(queue, worker);
            }
        }
        sources[worker.index] = null;
        return null;
    }

    private VirtualThread takeFrom(final WorkQueue queue, final Carrier worker) {
        sources[worker.index] = queue;
        final VirtualThread taken = queue.take(worker);
        if (!queue.isEmpty()) {
            signal(worker);
        }
        return taken;
    }

    @Override
    public double idles(final Carrier worker) {
        push(worker);
        return Math.max(LEAST_LOOKS, LOOKS_A_QUEUE * queues.size()) * JvmCosts.LOOK;
    }

    @Override
    public VirtualThread watch(final Carrier worker) {
        if (isIdle[worker.index]) {
            if (idle.peek() != worker || !isWorkWaiting()) {
                return null;
            }
            pop();
        }
        final VirtualThread found = next(worker);
        if (found == null) {
            push(worker);
        }
        return found;
    }

    private boolean isWorkWaiting() {
        for (final WorkQueue queue : queues) {
            if (!queue.isEmpty()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean maySleep(final Carrier worker) {
        return isIdle[worker.index];
    }

    @Override
    public void awake(final Carrier worker, final long nanos) {}
}
