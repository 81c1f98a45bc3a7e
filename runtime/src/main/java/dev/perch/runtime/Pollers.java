package dev.perch.runtime;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;

/**
 * Places the JDK's socket pollers. The JVM has one set for all its virtual threads: a platform thread (MasterPoller)
 * that waits in epoll, and virtual threads (SubPoller) that it wakes and that wake the readers. The JDK creates them
 * at the first blocking socket call and gives them the scheduler, and the affinity, of whoever made that call.
 *
 * <p>Here that is a thread of our own that is not pinned, so the MasterPoller may run anywhere; and a scheduler that
 * passes the sub-pollers' wake-ups to the eldest open {@link PerchScheduler}, where they are placed like any other,
 * near the threads they wake. They outlive every scheduler: without one they run on the JDK's. Where a program has
 * used sockets in virtual threads before it builds its first scheduler, the pollers stay where they are.
 */
final class Pollers implements Executor {
    private static Pollers home; // guarded by the class

    private final BackEnd backEnd;
    private final Unpinned unpinned;
    private final List<Host> hosts = new CopyOnWriteArrayList<>();
    private volatile Runnable founder; // the thread that makes the JDK create the pollers

    private Pollers(final BackEnd backEnd) {
        this.backEnd = backEnd;
        unpinned = new Unpinned(backEnd);
    }

    /** Adds {@code dispatcher} to those that may run the sub-pollers; the first call has the JDK create them. */
    static synchronized void joinedBy(final Dispatcher dispatcher, final BackEnd backEnd) {
        final boolean first = home == null;
        if (first) {
            home = new Pollers(backEnd);
        }
        home.hosts.add(new Host(dispatcher, new Family(dispatcher, backEnd, dispatcher.everywhere()),
                new ConcurrentHashMap<>()));
        if (first) {
            home.unpinned.startTimers();
            home.create();
        }
        home.followEldest();
    }

    /** {@code dispatcher} closes: others run the sub-pollers from now on. */
    static synchronized void leftBy(final Dispatcher dispatcher) {
        if (home != null) {
            home.hosts.removeIf(host -> host.dispatcher == dispatcher);
            dispatcher.tick().moves(null);
            home.followEldest();
        }
    }

    /** The MasterPoller follows the load of the scheduler that runs the sub-pollers. */
    private void followEldest() {
        if (!hosts.isEmpty() && hosts.getFirst().dispatcher.pins()) {
            final Dispatcher eldest = hosts.getFirst().dispatcher;
            eldest.tick().moves(MasterPoller.find(eldest.cpus(), eldest.carriers()));
        }
    }

    private void create() {
        final Thread thread = backEnd.builder(this).name("perch-pollers").unstarted(() -> {
            try {
                Class.forName("sun.nio.ch.Poller", true, null);
            } catch (final ClassNotFoundException e) {
                // another JDK: its pollers come up at the first socket call
            }
        });
        thread.start();
        Unpinned.await(thread);
    }

    @Override
    @SuppressWarnings("ReferenceEquality")
    public void execute(final Runnable continuation) {
        if (founder == null) {
            founder = continuation; // it was started before it could create others
        }
        if (continuation == founder) {
            unpinned.execute(continuation);
            return;
        }
        for (final Host host : hosts) {
            host.entity(backEnd, continuation).wake();
            return;
        }
        backEnd.jdkScheduler().execute(continuation);
    }

    /** A scheduler that runs sub-pollers, and what it knows them as. */
    private record Host(Dispatcher dispatcher, Family family,
            ConcurrentHashMap<Runnable, VirtualThreadEntity> entities) {

        VirtualThreadEntity entity(final BackEnd backEnd, final Runnable continuation) {
            return entities.computeIfAbsent(continuation, key -> VirtualThreadEntity.uncounted(backEnd.thread(key), key,
                    family));
        }
    }
}
