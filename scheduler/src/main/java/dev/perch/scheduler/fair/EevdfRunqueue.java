package dev.perch.scheduler.fair;

import dev.perch.scheduler.Policy;

/**
 * The fair class since 6.6: an {@link EevdfQueue} with its rules for when to give way. Since 6.12 a task that goes to
 * sleep while it has had more than its due stays queued until that is paid off (DELAY_DEQUEUE), and one with a
 * shorter slice may cut the current one's protection short (PREEMPT_SHORT).
 */
final class EevdfRunqueue extends FairRunqueue {
    private final EevdfRules rules;
    private final EevdfQueue queue;

    EevdfRunqueue(final Policy policy, final EevdfRules rules, final int cpu, final int capacity) {
        super(policy, cpu, capacity);
        this.rules = rules;
        queue = new EevdfQueue(rules, -(1L << 20));
    }

    @Override
    public SchedEntity waiting(final int index) {
        return queue.waiting(index);
    }

    @Override
    void account(final long delta) {
        if (queue.run(delta) && nrRunning() > 1) {
            reschedule();
        }
    }

    @Override
    void place(final SchedEntity entity, final Arrival arrival) {
        queue.place(entity, arrival == Arrival.NEW);
    }

    @Override
    void insert(final SchedEntity entity) {
        queue.add(entity);
    }

    @Override
    void leave(final SchedEntity entity, final boolean sleeps) {
        queue.keepLag(entity);
        if (entity.delayed && rules.delayZero() && entity.vlag > 0) {
            entity.vlag = 0;
        }
        if (rules.placeRelativeDeadline() && !sleeps) {
            entity.deadline -= entity.vruntime;
            entity.relativeDeadline = true;
        }
    }

    @Override
    void remove(final SchedEntity entity) {
        queue.remove(entity);
    }

    @Override
    boolean delays(final SchedEntity entity) {
        return rules.delayDequeue() && !queue.isEligible(entity);
    }

    @Override
    void replaceDelayed(final SchedEntity entity) {
        if (!rules.delayZero()) {
            return;
        }
        queue.keepLag(entity);
        if (entity.vlag <= 0) {
            return;
        }
        final boolean waits = entity != current;
        if (waits) {
            queue.remove(entity);
        }
        entity.queued = false;
        entity.vlag = 0;
        queue.place(entity, false);
        entity.queued = true;
        if (waits) {
            queue.add(entity);
        }
    }

    @Override
    void forget(final SchedEntity entity) {
        // what a sleeper keeps is its lag, which holds anywhere
    }

    @Override
    SchedEntity pick(final long clock) {
        SchedEntity next = queue.pick();
        while (next != null && next.delayed) {
            finishSleep(next, clock);
            next = queue.pick();
        }
        return next;
    }

    @Override
    void start(final SchedEntity entity) {
        queue.start(entity);
    }

    @Override
    void stop() {
        queue.stop();
    }

    @Override
    void checkTick() {
        // accounting has noticed the end of the slice
    }

    @Override
    void checkPreemption(final SchedEntity wakee) {
        if (rules.preemptShort() && EevdfQueue.isProtected(current) && cutsShort(wakee)) {
            current.vlag = current.deadline + 1;
        }
        if (queue.pick() == wakee) {
            reschedule();
        }
    }

    private boolean cutsShort(final SchedEntity wakee) {
        return wakee.slice < current.slice && queue.isEligible(wakee)
                && (wakee.deadline - current.deadline < 0 || !queue.isEligible(current));
    }

    @Override
    void yieldCurrent() {
        current.deadline += current.weight.virtual(current.slice);
    }
}
