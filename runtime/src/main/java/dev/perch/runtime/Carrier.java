package dev.perch.runtime;

import dev.perch.scheduler.runtime.MedianNanos;
import dev.perch.scheduler.runtime.SpinBudget;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import jdk.jfr.FlightRecorder;

/**
 * The platform thread of one CPU: takes entities from its runqueue and runs them. Without any it pulls from its
 * neighbours (newly-idle balance), then watches for a while, then parks until a waker or the tick kicks it.
 */
final class Carrier extends Thread {
    private static final int SPINS_A_LOOK = 16;
    private static final VarHandle NANOS;
    static {
        try {
            NANOS = MethodHandles.lookup().findVarHandle(Carrier.class, "busyNanos", long.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final int cpu;
    final Runqueue queue = new Runqueue();
    final Dispatcher dispatcher;
    final Waker waker;
    final Histogram latency = new Histogram();
    final CarrierAverages averages = new CarrierAverages();
    /** What runs on it now; null between two. Its own thread only. */
    Entity current;

    private final Sleep sleep = new Sleep();
    private final BooleanSupplier hasWork;
    private final SpinBudget spin;
    private final MedianNanos wait = new MedianNanos(100, 100, Long.MAX_VALUE / 2);
    private final MedianNanos meanRun = new MedianNanos(1_000, 100, Long.MAX_VALUE / 2);
    private volatile long kickedAt;
    private volatile long idleSince;
    private volatile long busySince = Long.MAX_VALUE;
    private volatile long stuckNanos;
    private volatile Carrier help;
    private List<Carrier> neighbours;
    private Pull pull;
    private long busyNanos;

    Carrier(final int cpu, final Dispatcher dispatcher, final Waker waker) {
        super(null, null, dispatcher.name() + "-carrier-" + cpu, 0, false);
        this.cpu = cpu;
        this.dispatcher = dispatcher;
        this.waker = waker;
        spin = new SpinBudget(dispatcher.wakeCost());
        hasWork = this::hasWorkOnceSeenIdle;
        setDaemon(true);
    }

    /** Sets the other carriers, nearest first, of which the first {@code watched} are near; before it starts. */
    void neighbours(final List<Carrier> others, final int watched) {
        neighbours = others;
        pull = new Pull(this, others, watched);
    }

    List<Carrier> neighbours() {
        return neighbours;
    }

    @Override
    public void run() {
        if (dispatcher.pins() && !pinned()) {
            return;
        }
        dispatcher.lifetime().carrierStarted(null);
        busySince = System.nanoTime();
        for (Entity entity = next(); entity != null; entity = next()) {
            try {
                dispatch(entity);
            } catch (final Throwable e) { // the carrier goes on, whatever the JDK or a handler threw
                current = null;
                getUncaughtExceptionHandler().uncaughtException(this, e);
            }
        }
        dispatcher.handOver();
    }

    private boolean pinned() {
        try {
            Affinity.pin(cpu);
            return true;
        } catch (final IllegalStateException e) {
            dispatcher.lifetime().carrierStarted(e);
            return false;
        }
    }

    private void dispatch(final Entity entity) {
        final long queuedAt = entity.queuedAt;
        entity.queuedAt = 0;
        entity.cpu = cpu;
        current = entity;
        waker.counters.increment(Counters.RUNS);
        if (stuckNanos != 0) { // what the tick saw has ended, and the next tick may be late
            stuckNanos = 0;
        }
        if (queuedAt == 0) {
            entity.run();
        } else {
            final long start = System.nanoTime();
            latency.record(start - queuedAt);
            wait.sample(start - queuedAt);
            entity.run();
            meanRun.sample(System.nanoTime() - start);
        }
        current = null;
    }

    /** The next entity to run; null when the dispatcher stops. */
    private Entity next() {
        if (dispatcher.isStopped()) {
            return null;
        }
        Entity entity = queue.poll();
        if (entity == null) {
            entity = pull.newlyIdle();
        }
        return entity == null ? idle() : entity;
    }

    private Entity idle() {
        if (!FlightRecorder.isInitialized()) {
            return awaitWork();
        }
        final var event = new IdleEvent();
        event.begin();
        final long parks = waker.counters.get(Counters.PARKS);
        final Entity entity = awaitWork();
        event.end();
        if (event.shouldCommit()) {
            event.fill(cpu, waker.counters.get(Counters.PARKS) != parks);
            event.commit();
        }
        return entity;
    }

    private Entity awaitWork() {
        final long since = System.nanoTime();
        NANOS.setOpaque(this, busyNanos + since - busySince);
        busySince = Long.MAX_VALUE;
        idleSince = since;
        queue.clearTaken();
        dispatcher.runqueues().setIdle(cpu);
        dispatcher.tick().hasIdleCarrier();
        waker.enteredIdle(cpu);
        Entity entity = watch(since);
        while (entity == null && !dispatcher.isStopped()) {
            park();
            entity = awakened();
        }
        dispatcher.runqueues().clearIdle(cpu);
        final long now = System.nanoTime();
        busySince = now;
        spin.wasIdle(now - since);
        dispatcher.tick().arm();
        return entity;
    }

    /** Watches own queue and near neighbours for as long as the spin budget allows. */
    private Entity watch(final long since) {
        final long limit = spin.nanos();
        if (limit == 0 || !dispatcher.enterSpin()) {
            return null;
        }
        pull.startWatching(since);
        Entity entity = null;
        long now;
        do {
            for (int i = 0; i < SPINS_A_LOOK && queue.isEmpty(); i++) {
                Thread.onSpinWait();
            }
            now = System.nanoTime();
            entity = queue.poll();
            if (entity == null) {
                entity = pull.waitingTooLong(now);
            }
        } while (entity == null && now - since < limit && !dispatcher.isStopped());
        dispatcher.leaveSpin();
        return entity;
    }

    /**
     * Looks for work once it is said to sleep. The idle bit is set again here, for a waker may have cleared it and a
     * puller have taken what it queued: cleared from now on it has a kick on its way.
     */
    private boolean hasWorkOnceSeenIdle() {
        dispatcher.runqueues().setIdle(cpu);
        return !queue.isEmpty() || dispatcher.isStopped();
    }

    private void park() {
        waker.counters.increment(Counters.PARKS);
        sleep.untilWoken(hasWork);
    }

    /** What there is to run after a park; if nothing, it is idle again. */
    private Entity awakened() {
        final long kicked = kickedAt;
        if (kicked != 0) {
            kickedAt = 0;
            dispatcher.wakeCost().woken(System.nanoTime() - kicked);
        }
        final Carrier busy = help;
        Entity entity = queue.poll();
        if (busy != null) {
            help = null;
            entity = entity == null ? pull.from(busy) : entity;
        }
        return entity == null ? pull.newlyIdle() : entity;
    }

    /** Queues {@code entity}, from another thread than its own; tells whether it had to be woken for that. */
    boolean accept(final Entity entity) {
        dispatcher.runqueues().clearIdle(cpu);
        queue.offer(entity);
        return kick();
    }

    /** Wakes it if it is parked; tells whether it was. Any thread, after queueing. */
    boolean kick() {
        if (!sleep.end()) {
            return false;
        }
        final long start = System.nanoTime();
        kickedAt = start;
        LockSupport.unpark(this);
        dispatcher.wakeCost().unparked(System.nanoTime() - start);
        return true;
    }

    /** Kicks it to pull from {@code busy}; tells whether it was parked. */
    boolean kickToHelp(final Carrier busy) {
        help = busy;
        if (kick()) {
            return true;
        }
        help = null;
        return false;
    }

    /** The tick's finding that what it runs has been running so long; 0 = it makes progress. */
    void stuck(final long nanos) {
        stuckNanos = nanos;
    }

    /** How long entities lately ran here, nanoseconds. */
    long meanRunNanos() {
        return Math.max(meanRun.getOpaque(), stuckNanos);
    }

    /**
     * Whether what is queued here usually waits for longer than one entity runs: then more than one chain of wake-ups
     * goes on here. (The wakee of a single chain waits for what is left of its waker's run.)
     */
    boolean isCrowded() {
        return wait.getOpaque() >= meanRun.getOpaque();
    }

    /** How long it was busy since it began, up to {@code nowNanos}. */
    long busyNanos(final long nowNanos) {
        return (long) NANOS.getOpaque(this) + Math.max(0, nowNanos - busySince);
    }

    long idleSince() {
        return idleSince;
    }
}
