package dev.perch.runtime;

import dev.perch.topology.CpuSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * One virtual thread and all that it and its descendants create with {@link Thread#ofVirtual}: the JDK gives them
 * their creator's scheduler, so their wake-ups arrive here too. The founder, the common case, is recognised by
 * identity; descendants by a map, from which they go when they end.
 */
final class Family implements Executor {
    private final Dispatcher dispatcher;
    private final BackEnd backEnd;
    private final PreferredLlc preferred;
    private Thread founder; // set before it is published
    private VirtualThreadEntity founderEntity; // set by its start, after which only it can have descendants
    private volatile ConcurrentHashMap<Runnable, VirtualThreadEntity> descendants; // most families have none

    Family(final Dispatcher dispatcher, final BackEnd backEnd, final PreferredLlc preferred) {
        this.dispatcher = dispatcher;
        this.backEnd = backEnd;
        this.preferred = preferred;
    }

    /** Makes {@code thread} the founder of this family. */
    Thread found(final Thread thread) {
        founder = thread;
        return thread;
    }

    /** The JDK's call: the thread of {@code continuation} became runnable. */
    @Override
    public void execute(final Runnable continuation) {
        if (founderEntity == null) {
            founderEntity = new VirtualThreadEntity(founder, continuation, this);
        }
        if (founderEntity.isOf(continuation)) {
            founderEntity.wake();
        } else {
            wakeDescendant(continuation);
        }
    }

    private void wakeDescendant(final Runnable continuation) {
        final var entity = descendants().computeIfAbsent(continuation,
                key -> new VirtualThreadEntity(backEnd.thread(key), key, this));
        try {
            entity.wake();
        } catch (final RejectedExecutionException e) {
            descendants().remove(continuation);
            throw e;
        }
    }

    /** The thread of {@code continuation} has ended. */
    void ended(final Runnable continuation) {
        if (!founderEntity.isOf(continuation)) {
            descendants().remove(continuation);
        }
        dispatcher.finished();
    }

    Dispatcher dispatcher() {
        return dispatcher;
    }

    Executor jdkScheduler() {
        return backEnd.jdkScheduler();
    }

    CpuSet allowed() {
        return preferred.cpus();
    }

    private ConcurrentHashMap<Runnable, VirtualThreadEntity> descendants() {
        final var existing = descendants;
        return existing != null ? existing : createDescendants();
    }

    private synchronized ConcurrentHashMap<Runnable, VirtualThreadEntity> createDescendants() {
        if (descendants == null) {
            descendants = new ConcurrentHashMap<>();
        }
        return descendants;
    }
}
