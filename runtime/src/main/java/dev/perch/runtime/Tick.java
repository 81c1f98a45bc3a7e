package dev.perch.runtime;

import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * What happens at fixed times while any carrier is busy: averages, the search bound, and the promise that no entity
 * waits for long while a carrier idles. An entity that is still at the head of its queue at the second tick after it
 * got there is handed to the nearest idle carrier, so two periods bound its wait. A carrier that two ticks find crowded
 * gets help too: each of its entities may wait for less time than a wake-up costs, and all of them wait for ever.
 * While no carrier idles, so that none could help, the tick is rare: every one of them costs a busy carrier two
 * switches. When nothing is busy, so that nothing can wait, it sleeps.
 */
final class Tick extends Thread {
    /** Between two ticks, nanoseconds. */
    static final long PERIOD_NANOS = 1_000_000;
    /** While no carrier idles, so that nobody could help, nanoseconds: in half of PELT's half-life averages tell enough. */
    private static final long BUSY_PERIOD_NANOS = 16 * PERIOD_NANOS;
    private static final int TICKS_BEFORE_CHANGE = 16;
    private static final int TICKS_A_REVIEW = 8;
    private static final int TICKS_OF_A_CROWD = 2;

    private final Dispatcher dispatcher;
    private final Balance balance;
    private final List<Carrier> carriers;
    private final long timeShareNanos;
    private final Seen[] seen;
    private final Histogram stranded = new Histogram();
    private final Sleep rare = new Sleep();
    private volatile boolean asleep;
    private volatile long now = System.nanoTime();
    private volatile MasterPoller poller;
    private int idleTicks;
    private int busyTicks;
    private int ticks;

    Tick(final Dispatcher dispatcher, final Balance balance, final long timeShareNanos) {
        super(null, null, dispatcher.name() + "-tick", 0, false);
        this.dispatcher = dispatcher;
        this.balance = balance;
        carriers = dispatcher.carriers();
        this.timeShareNanos = timeShareNanos;
        seen = new Seen[carriers.size()];
        for (int i = 0; i < seen.length; i++) {
            seen[i] = new Seen();
        }
        setDaemon(true);
    }

    @Override
    public void run() {
        while (!dispatcher.isStopped()) {
            if (idleTicks > TICKS_BEFORE_CHANGE) {
                sleepUntilArmed();
            } else if (busyTicks > TICKS_BEFORE_CHANGE) {
                sleepWhileAllAreBusy();
            } else {
                LockSupport.parkNanos(this, PERIOD_NANOS);
            }
            now = System.nanoTime();
            tick();
        }
    }

    private void sleepUntilArmed() {
        asleep = true;
        if (idleCarriers() == carriers.size()) {
            while (asleep && !dispatcher.isStopped()) {
                LockSupport.park(this);
            }
        }
        asleep = false;
        idleTicks = 0;
    }

    private void sleepWhileAllAreBusy() {
        rare.nap(Math.clamp(timeShareNanos, PERIOD_NANOS, BUSY_PERIOD_NANOS), () -> idleCarriers() > 0);
    }

    /** Makes sure that it comes soon: a carrier, which the idle mask shows by now, has nothing to do. */
    void hasIdleCarrier() {
        if (rare.end()) {
            LockSupport.unpark(this);
        }
    }

    /** Makes sure that it runs: a carrier is no longer idle. */
    void arm() {
        if (asleep) {
            asleep = false;
            LockSupport.unpark(this);
        }
    }

    /** Has {@code master} follow the load from now on; null for none. */
    void moves(final MasterPoller master) {
        final MasterPoller last = poller;
        poller = master;
        if (last != null) {
            last.free();
        }
    }

    /** The time of the last tick, nanoseconds. */
    long now() {
        return now;
    }

    /** How long what it handed to idle carriers had been seen to stand still. */
    Histogram stranded() {
        return stranded;
    }

    private int idleCarriers() {
        int idle = 0;
        for (final Carrier carrier : carriers) {
            idle += dispatcher.runqueues().isIdle(carrier.cpu) ? 1 : 0;
        }
        return idle;
    }

    private void tick() {
        int idle = 0;
        for (int i = 0; i < seen.length; i++) {
            final Carrier carrier = carriers.get(i);
            final int queued = carrier.queue.size();
            carrier.averages.advance(now, carrier.busyNanos(now), queued + 1);
            if (dispatcher.runqueues().isIdle(carrier.cpu)) {
                idle++;
                seen[i].forget();
                carrier.stuck(0);
            } else {
                observe(carrier, seen[i], queued);
            }
        }
        idleTicks = idle < carriers.size() ? 0 : idleTicks + 1;
        busyTicks = idle > 0 ? 0 : busyTicks + 1;
        if (++ticks % TICKS_A_REVIEW == 0) {
            review();
        }
    }

    private void review() {
        dispatcher.groups().review(dispatcher.runqueues());
        balance.reviewIdleScan();
        final MasterPoller moved = poller;
        if (moved != null) {
            moved.follow(now);
        }
    }

    private void observe(final Carrier carrier, final Seen last, final int queued) {
        final long runs = carrier.waker.counters.get(Counters.RUNS);
        if (runs != last.runs) {
            last.runs = runs;
            last.runningSince = now;
        }
        final long running = now - last.runningSince;
        carrier.stuck(running);
        final long standing = last.standstill.look(now, runs, carrier.queue.taken(), queued);
        last.crowdedTicks = queued > 0 && carrier.isCrowded() ? last.crowdedTicks + 1 : 0;
        final boolean isLong = queued * carrier.meanRunNanos() > PERIOD_NANOS;
        if (standing > 0 || isLong || last.crowdedTicks >= TICKS_OF_A_CROWD) {
            final boolean helped = balance.help(carrier);
            if (helped && standing > 0) {
                stranded.record(standing);
            }
        }
        if (queued > 0 && running > timeShareNanos) {
            balance.moveBacklog(carrier);
        }
    }

    /** What the last tick saw of a carrier. */
    private static final class Seen {
        private final Standstill standstill = new Standstill();
        private long runs = -1;
        private long runningSince;
        private int crowdedTicks;

        void forget() {
            crowdedTicks = 0;
            standstill.forget();
            runs = -1;
        }
    }
}
