package dev.perch.runtime;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.perch.topology.CpuSet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jetbrains.lincheck.Lincheck;
import org.junit.jupiter.api.Test;

/**
 * Runqueue and sleep under a model checker, which runs each scenario under many interleavings and finds lost
 * entities, entities taken twice, and threads that nobody wakes. Each scenario has a twin with a deliberate mistake,
 * which it must find.
 */
final class InterleavingsTest {
    private static final int INTERLEAVINGS = 100;

    @Test
    void everyEntityIsTakenOnce() {
        Lincheck.runConcurrentTest(INTERLEAVINGS, () -> ownerAndPuller(false));
    }

    @Test
    void twoOwnersWouldLoseEntities() {
        assertThatThrownBy(() -> Lincheck.runConcurrentTest(INTERLEAVINGS, () -> ownerAndPuller(true)))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void everyEntityOfAnInboxIsTakenOnce() {
        Lincheck.runConcurrentTest(INTERLEAVINGS, () -> wakersAndPuller(false));
    }

    @Test
    void emptyingAnInboxIntoAnothersRingWouldLoseEntities() {
        assertThatThrownBy(() -> Lincheck.runConcurrentTest(INTERLEAVINGS, () -> wakersAndPuller(true)))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void noWakeUpIsLost() {
        Lincheck.runConcurrentTest(INTERLEAVINGS, () -> sleeperAndWaker(false));
    }

    @Test
    void lookingBeforeQueueingWouldLoseAWakeUp() {
        assertThatThrownBy(() -> Lincheck.runConcurrentTest(INTERLEAVINGS, () -> sleeperAndWaker(true)))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void aCarrierThatSleepsIsSeenIdle() {
        Lincheck.runConcurrentTest(INTERLEAVINGS, () -> sleeperAndIdleMask(false));
    }

    @Test
    void sayingIdleBeforeAsleepWouldHideACarrier() {
        assertThatThrownBy(() -> Lincheck.runConcurrentTest(INTERLEAVINGS, () -> sleeperAndIdleMask(true)))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void theNapOfARareTickEndsWhenACarrierIdles() {
        Lincheck.runConcurrentTest(INTERLEAVINGS, () -> tickAndIdler(false));
    }

    @Test
    void endingTheNapBeforeSayingIdleWouldLeaveTheTickRare() {
        assertThatThrownBy(() -> Lincheck.runConcurrentTest(INTERLEAVINGS, () -> tickAndIdler(true)))
                .isInstanceOf(AssertionError.class);
    }

    /** The owner queues two and takes what it finds; a puller takes too. In the twin the puller also queues one. */
    private static void ownerAndPuller(final boolean twoOwners) {
        final var queue = new Runqueue();
        final var own = new Runqueue();
        final List<Entity> byPuller = new ArrayList<>();
        final List<Entity> byOwner = new ArrayList<>();
        final var puller = new Thread(() -> {
            if (twoOwners) {
                queue.push(entity());
            }
            add(byPuller, queue.pull(own));
        });
        puller.start();
        queue.push(entity());
        queue.push(entity());
        add(byOwner, queue.poll());
        join(puller);
        drain(queue, byOwner);
        drain(own, byPuller);
        byOwner.addAll(byPuller);
        check(byOwner, twoOwners ? 3 : 2);
    }

    /**
     * Two wakers offer one each while a puller pulls and the owner polls. In the twin the puller moves the inbox to the
     * owner's ring, as only the owner may.
     */
    private static void wakersAndPuller(final boolean intoOthersRing) {
        final var queue = new Runqueue();
        final var own = new Runqueue();
        final List<Entity> taken = new ArrayList<>();
        final List<Entity> pulled = new ArrayList<>();
        final var waker = new Thread(() -> queue.offer(entity()));
        final var puller = new Thread(() -> add(pulled, intoOthersRing ? queue.poll() : queue.pull(own)));
        waker.start();
        puller.start();
        queue.offer(entity());
        add(taken, queue.poll());
        join(waker);
        join(puller);
        drain(queue, taken);
        drain(own, pulled);
        taken.addAll(pulled);
        check(taken, 2);
    }

    /** A carrier sleeps until it has an entity; a waker queues one and wakes it. In the twin it wakes it first. */
    private static void sleeperAndWaker(final boolean wakesFirst) {
        final var queue = new Runqueue();
        final var sleep = new Sleep();
        final var carrier = new Thread(() -> {
            while (queue.poll() == null) {
                sleep.untilWoken(() -> !queue.isEmpty());
            }
        });
        carrier.start();
        if (wakesFirst) {
            wake(sleep, carrier);
        }
        queue.offer(entity());
        if (!wakesFirst) {
            wake(sleep, carrier);
        }
        join(carrier);
    }

    /**
     * A waker takes a carrier from the idle mask, queues an entity, and a puller takes that. A carrier that goes to sleep
     * after all this, without a kick, must be in the mask. In the twin it says that it is idle before it says that it
     * sleeps.
     */
    private static void sleeperAndIdleMask(final boolean idleFirst) {
        final var queue = new Runqueue();
        final var sleep = new Sleep();
        final var idle = new AtomicBoolean();
        final var kicked = new AtomicBoolean();
        final var pulled = new AtomicBoolean();
        final var wakerAndPuller = new Thread(() -> {
            idle.set(false);
            queue.offer(entity());
            kicked.set(sleep.end());
            pulled.set(queue.pull(new Runqueue()) != null);
        });
        wakerAndPuller.start();
        if (idleFirst) {
            idle.set(true);
        }
        sleep.untilWoken(() -> {
            if (!idleFirst) {
                idle.set(true);
            }
            if (queue.isEmpty() && pulled.get() && !kicked.get() && !idle.get()) {
                throw new AssertionError("asleep, and nobody knows that it is idle");
            }
            return true;
        });
        join(wakerAndPuller);
    }

    /**
     * The tick looks at the idle mask and naps for longer than it takes a carrier to say that it idles and to end the
     * nap: it has seen the one or been woken by the other. In the twin the carrier ends the nap first.
     */
    private static void tickAndIdler(final boolean endsFirst) {
        final var rare = new Sleep();
        final var idle = new AtomicBoolean();
        final var woken = new AtomicBoolean();
        final var idler = new Thread(() -> {
            if (endsFirst) {
                woken.set(rare.end());
            }
            idle.set(true);
            if (!endsFirst) {
                woken.set(rare.end());
            }
        });
        idler.start();
        rare.nap(Long.MAX_VALUE, () -> {
            final boolean sawIdle = idle.get();
            join(idler);
            if (!sawIdle && !woken.get()) {
                throw new AssertionError("the tick naps on beside an idle carrier");
            }
            return true;
        });
    }

    private static void wake(final Sleep sleep, final Thread carrier) {
        if (sleep.end()) {
            LockSupport.unpark(carrier);
        }
    }

    private static Entity entity() {
        return new Job(() -> {}, CpuSet.of(0), () -> {});
    }

    private static void add(final List<Entity> taken, final Entity entity) {
        if (entity != null) {
            taken.add(entity);
        }
    }

    private static void drain(final Runqueue queue, final List<Entity> taken) {
        for (Entity entity = queue.poll(); entity != null; entity = queue.poll()) {
            taken.add(entity);
        }
    }

    /** The checker cannot follow AssertJ. */
    private static void check(final List<Entity> taken, final int queued) {
        if (taken.size() != queued || new HashSet<>(taken).size() != queued) {
            throw new AssertionError(queued + " were queued, " + taken.size() + " taken");
        }
    }

    private static void join(final Thread thread) {
        try {
            thread.join();
        } catch (final InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
