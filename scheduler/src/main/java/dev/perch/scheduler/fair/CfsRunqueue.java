package dev.perch.scheduler.fair;

import dev.perch.scheduler.Policy;

/**
 * The Completely Fair Scheduler (until 6.5): each task's clock runs the faster the lighter it is, and the task whose
 * clock is furthest behind runs. A sleeper comes back at most half a latency behind the others; a new task starts a
 * slice ahead. A task that is about to preempt (the next buddy), and the one it preempted (the last buddy), go first
 * where that is not too unfair.
 */
final class CfsRunqueue extends FairRunqueue {
    private final CfsRules rules;
    private final Timeline timeline = new Timeline();
    private long minVruntime = -(1L << 20);
    private SchedEntity nextBuddy;
    private SchedEntity lastBuddy;
    private SchedEntity skipBuddy;

    CfsRunqueue(final Policy policy, final CfsRules rules, final int cpu, final int capacity) {
        super(policy, cpu, capacity);
        this.rules = rules;
    }

    @Override
    public SchedEntity waiting(final int index) {
        return timeline.get(index);
    }

    @Override
    public boolean isBuddy(final SchedEntity entity) {
        return entity == nextBuddy || entity == lastBuddy;
    }

    @Override
    void account(final long delta) {
        current.vruntime += current.weight.virtual(delta);
        updateMin();
    }

    /** The runqueue's clock follows the furthest behind, and never goes back. */
    private void updateMin() {
        final SchedEntity first = timeline.get(0);
        long least = minVruntime;
        if (isCurrentQueued()) {
            least = current.vruntime;
            if (first != null) {
                least = earlier(least, first.vruntime);
            }
        } else if (first != null) {
            least = first.vruntime;
        }
        minVruntime = later(minVruntime, least);
    }

    @Override
    void place(final SchedEntity entity, final Arrival arrival) {
        if (entity.relativeVruntime) {
            entity.vruntime += minVruntime;
            entity.relativeVruntime = false;
        }
        switch (arrival) {
            case MIGRATION -> {
                /* keeps its distance */ }
            case NEW -> entity.vruntime = minVruntime + entity.weight.virtual(slice(entity));
            case WAKE_UP -> entity.vruntime = later(entity.vruntime, minVruntime - rules.sleeperCredit());
        }
    }

    @Override
    void insert(final SchedEntity entity) {
        timeline.insert(entity, entity.vruntime);
    }

    @Override
    void leave(final SchedEntity entity, final boolean sleeps) {
        clearBuddies(entity);
    }

    private void clearBuddies(final SchedEntity entity) {
        nextBuddy = nextBuddy == entity ? null : nextBuddy;
        lastBuddy = lastBuddy == entity ? null : lastBuddy;
        skipBuddy = skipBuddy == entity ? null : skipBuddy;
    }

    @Override
    void remove(final SchedEntity entity) {
        timeline.remove(entity);
    }

    @Override
    void afterDequeue(final SchedEntity entity, final boolean sleeps) {
        if (!sleeps) {
            forget(entity);
        }
        updateMin();
    }

    @Override
    void forget(final SchedEntity entity) {
        entity.vruntime -= minVruntime;
        entity.relativeVruntime = true;
    }

    @Override
    SchedEntity pick(final long clock) {
        SchedEntity first = timeline.get(0);
        if (isCurrentQueued() && (first == null || isBefore(current, first))) {
            first = current;
        }
        SchedEntity best = first;
        if (best != null && best == skipBuddy) {
            final SchedEntity second = secondTo(best);
            best = second != null && isFairEnough(second, first) ? second : best;
        }
        if (nextBuddy != null && isFairEnough(nextBuddy, first)) {
            best = nextBuddy;
        } else if (lastBuddy != null && isFairEnough(lastBuddy, first)) {
            best = lastBuddy;
        }
        if (best != null) {
            clearBuddies(best);
        }
        return best;
    }

    private SchedEntity secondTo(final SchedEntity best) {
        if (best == current) {
            return timeline.get(0);
        }
        final SchedEntity second = timeline.get(1);
        return isCurrentQueued() && (second == null || isBefore(current, second)) ? current : second;
    }

    /** Whether {@code entity} may go before {@code first}: it is not a wake-up granularity ahead. */
    private boolean isFairEnough(final SchedEntity entity, final SchedEntity first) {
        return !preempts(first, entity);
    }

    /** Whether {@code wakee} is so far behind {@code running} that it takes its place. */
    private boolean preempts(final SchedEntity wakee, final SchedEntity running) {
        return running.vruntime - wakee.vruntime > wakee.weight.virtual(rules.wakeUpGranularity());
    }

    @Override
    void start(final SchedEntity entity) {
        timeline.remove(entity);
    }

    @Override
    void stop() {
        if (isCurrentQueued()) {
            insert(current);
        }
    }

    @Override
    void checkTick() {
        if (nrRunning() < 2) {
            return;
        }
        final long slice = slice(current);
        final long ideal = rules.capsSliceAtTick() ? Math.min(slice, rules.latency()) : slice;
        final long ran = current.execTotal - current.execTotalAtPick;
        if (ran > ideal) {
            reschedule();
            clearBuddies(current);
        } else if (ran >= rules.minGranularity()) {
            final SchedEntity first = timeline.get(0);
            if (first != null && current.vruntime - first.vruntime > ideal) {
                reschedule();
            }
        }
    }

    /** The share of the period that {@code entity} is due, its own weight counted. */
    private long slice(final SchedEntity entity) {
        final int tasks = nrRunning() + (entity.queued ? 0 : 1);
        final long all = weight() + (entity.queued ? 0 : entity.weight.weight());
        final long period = tasks > rules.manyTasks() ? tasks * rules.minGranularity() : rules.latency();
        final long slice = LoadWeight.share(period, entity.weight.weight(), all);
        if (!rules.floorsSlice()) {
            return slice;
        }
        return Math.max(slice, entity.isSchedIdle() ? CfsRules.IDLE_MIN_GRANULARITY : rules.minGranularity());
    }

    @Override
    void checkPreemption(final SchedEntity wakee) {
        if (preempts(wakee, current)) {
            nextBuddy = wakee;
            reschedule();
            if (nrRunning() >= rules.manyTasks()) {
                lastBuddy = current;
            }
        }
    }

    @Override
    void yieldCurrent() {
        clearBuddies(current);
        skipBuddy = current;
    }

    private static boolean isBefore(final SchedEntity entity, final SchedEntity other) {
        return entity.vruntime - other.vruntime < 0;
    }

    private static long earlier(final long time, final long other) {
        return time - other < 0 ? time : other;
    }

    private static long later(final long time, final long other) {
        return time - other > 0 ? time : other;
    }
}
