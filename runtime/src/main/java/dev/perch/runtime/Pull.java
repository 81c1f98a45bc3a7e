package dev.perch.runtime;

import java.util.List;
import jdk.jfr.FlightRecorder;

/**
 * Newly-idle balance: what a carrier without work takes from others, nearest first. A queue is left alone while its
 * carrier is expected to get through it sooner than a wake-up costs, because what waits there is near its data; what
 * stands still for longer than that is taken. (To take whatever waits, the taker being awake, was tried: threads that
 * share a queue then fetch it from each other's caches all the time. Crowds are left to the {@link Tick}.)
 */
final class Pull {
    private final Carrier puller;
    private final List<Carrier> neighbours; // nearest first
    private final int watched; // how many of them are watched while spinning: those of the own LLC
    private final Runqueue looked = new Runqueue(); // empty between two calls
    private final long[] taken;
    private final long[] since;

    Pull(final Carrier puller, final List<Carrier> neighbours, final int watched) {
        this.puller = puller;
        this.neighbours = neighbours;
        this.watched = watched;
        taken = new long[watched];
        since = new long[watched];
    }

    /** The oldest entity of the nearest carrier whose backlog is worth a move; or null. */
    Entity newlyIdle() {
        for (int i = 0; i < neighbours.size(); i++) {
            final Carrier busy = neighbours.get(i);
            if (hasBacklog(busy)) {
                final Entity entity = from(busy);
                if (entity != null) {
                    return entity;
                }
            }
        }
        return null;
    }

    private static boolean hasBacklog(final Carrier busy) {
        final int queued = busy.queue.size();
        return queued > 0 && queued * busy.meanRunNanos() >= busy.dispatcher.wakeCost().nanos();
    }

    /** Begins to watch the near neighbours' queues at {@code nowNanos}. */
    void startWatching(final long nowNanos) {
        for (int i = 0; i < watched; i++) {
            taken[i] = neighbours.get(i).queue.taken();
            since[i] = nowNanos;
        }
    }

    /** An entity that a watched neighbour has left waiting for longer than a wake-up costs; or null. */
    Entity waitingTooLong(final long nowNanos) {
        for (int i = 0; i < watched; i++) {
            final Carrier busy = neighbours.get(i);
            final long now = busy.queue.taken();
            if (now != taken[i] || busy.queue.size() == 0) {
                taken[i] = now;
                since[i] = nowNanos;
            }
            if (nowNanos - since[i] >= busy.dispatcher.wakeCost().nanos() || hasBacklog(busy)) {
                final Entity entity = from(busy);
                if (entity != null) {
                    return entity;
                }
            }
        }
        return null;
    }

    /** The oldest entity of {@code busy} that may run here; or null. */
    Entity from(final Carrier busy) {
        final Entity entity = isNear(busy) ? busy.queue.pull(puller.queue) : fromAfar(busy);
        if (entity != null) {
            puller.waker.counters.increment(Counters.PULLED,
                    puller.dispatcher.topology().distance(busy.cpu, puller.cpu));
            if (FlightRecorder.isInitialized()) {
                record(busy);
            }
        }
        return entity;
    }

    private void record(final Carrier busy) {
        final var event = new PullEvent();
        if (event.isEnabled()) {
            event.fill(busy.cpu, puller.cpu);
            event.commit();
        }
    }

    private boolean isNear(final Carrier busy) {
        return puller.dispatcher.topology().llcs().of(busy.cpu) == puller.dispatcher.topology().llcs().of(puller.cpu);
    }

    /** What belongs to a group that keeps to its LLC goes to the back of {@code busy}'s queue instead. */
    private Entity fromAfar(final Carrier busy) {
        Entity found = null;
        for (int left = busy.queue.size(); left > 0 && found == null; left--) {
            for (Entity entity = busy.queue.pull(looked); entity != null; entity = looked.poll()) {
                if (!entity.canMoveTo(puller.cpu)) {
                    busy.accept(entity);
                } else if (found == null) {
                    found = entity;
                } else {
                    puller.queue.push(entity);
                }
            }
        }
        return found;
    }
}
