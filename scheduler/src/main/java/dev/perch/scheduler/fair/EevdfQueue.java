package dev.perch.scheduler.fair;

import dev.perch.scheduler.WakeUp;

/**
 * Earliest eligible virtual deadline first. Each entity is owed weight × time; its lag is the average virtual time
 * of the queue minus its own. Entities without negative lag are eligible, and of these the one with the earliest
 * virtual deadline runs. The average V is kept as a sum of weighted distances from a moving zero,
 * V = zero + sum / load, so that the numbers stay small; all virtual times wrap around at 2^64.
 *
 * <p>The current entity is not in the timeline and not in {@link #weightedSum} and {@link #load}, but counts.
 *
 * <p>Sources: I. Stoica, H. Abdel-Wahab, "Earliest Eligible Virtual Deadline First" (1995); the recorded vectors of
 * 6.12.
 */
public final class EevdfQueue {
    private final EevdfRules rules;
    private final Timeline timeline = new Timeline();
    private SchedEntity current;
    private long zero;
    private long sum;
    private long load;

    /** An empty queue whose zero is {@code zero}. */
    public EevdfQueue(final EevdfRules rules, final long zero) {
        this.rules = rules;
        this.zero = zero;
    }

    /** The virtual time from which distances are measured. */
    public long zero() {
        return zero;
    }

    /** Sum over the waiting entities of weight × (virtual time - zero). */
    public long weightedSum() {
        return sum;
    }

    /** Sum of the waiting entities' weights. */
    public long load() {
        return load;
    }

    /** The entity that runs; null where none does. */
    public SchedEntity current() {
        return current;
    }

    /** How many entities are queued, the current one included. */
    public int size() {
        return timeline.size() + (isCurrentQueued() ? 1 : 0);
    }

    /** The waiting entity with the {@code index}-th deadline; null where there is none. */
    public SchedEntity waiting(final int index) {
        return timeline.get(index);
    }

    private boolean isCurrentQueued() {
        return current != null && current.queued;
    }

    /** Puts {@code entity}, which has its virtual time and deadline, among the waiting. */
    public void add(final SchedEntity entity) {
        final long weight = entity.weight.down();
        sum += (entity.vruntime - zero) * weight;
        load += weight;
        timeline.insert(entity, entity.deadline);
    }

    /** Takes {@code entity} from the waiting. */
    public void remove(final SchedEntity entity) {
        if (timeline.remove(entity)) {
            final long weight = entity.weight.down();
            sum -= (entity.vruntime - zero) * weight;
            load -= weight;
        }
    }

    /** Makes {@code entity} the current one; it is taken from the waiting, and protected until its deadline. */
    public void start(final SchedEntity entity) {
        if (entity.queued) {
            remove(entity);
            entity.vlag = entity.deadline;
        }
        current = entity;
    }

    /** Ends the current entity's stretch: back among the waiting if it is still queued. */
    public void stop() {
        if (isCurrentQueued()) {
            add(current);
        }
        current = null;
    }

    /** Sets the current entity as it is, as scenarios need it. */
    public void setCurrent(final SchedEntity entity) {
        current = entity;
    }

    /** The average virtual time V, rounded down; moves {@link #zero} there. */
    public long averageVruntime() {
        long delta = 0;
        if (load != 0) {
            long weight = load;
            long runtime = sum;
            if (isCurrentQueued()) {
                final long own = current.weight.down();
                runtime += (current.vruntime - zero) * own;
                weight += own;
            }
            if (runtime < 0) {
                runtime -= weight - 1;
            }
            delta = runtime / weight;
        } else if (isCurrentQueued()) {
            delta = current.vruntime - zero;
        }
        sum -= load * delta;
        zero += delta;
        return zero;
    }

    /** Whether {@code entity} is owed time: its virtual time is not beyond V. */
    public boolean isEligible(final SchedEntity entity) {
        long runtime = sum;
        long weight = load;
        if (isCurrentQueued()) {
            final long own = current.weight.down();
            runtime += (current.vruntime - zero) * own;
            weight += own;
        }
        return runtime >= (entity.vruntime - zero) * weight;
    }

    /** The entity to run next, which may be the current one; null where none is queued. */
    public SchedEntity pick() {
        final SchedEntity first = timeline.get(0);
        SchedEntity running = isCurrentQueued() ? current : null;
        if (size() == 1) {
            return running != null ? running : first;
        }
        if (running != null && !isEligible(running)) {
            running = null;
        }
        if (rules.runToParity() && running != null && isProtected(running)) {
            return running;
        }
        for (int i = 0; i < timeline.size(); i++) {
            final SchedEntity entity = timeline.get(i);
            if (isEligible(entity)) {
                return running != null && running.deadline - entity.deadline < 0 ? running : entity;
            }
        }
        return running;
    }

    /** Whether {@code entity}, the current one, still has the deadline with which it was picked. */
    static boolean isProtected(final SchedEntity entity) {
        return entity.vlag == entity.deadline;
    }

    /**
     * Gives {@code entity}, which is about to be queued, its virtual time and deadline.
     *
     * @param initial whether it is a new task
     */
    public void place(final SchedEntity entity, final boolean initial) {
        final long average = averageVruntime();
        if (!entity.customSlice) {
            entity.slice = rules.baseSliceNanos();
        }
        final long lag = rules.placeLag() && size() > 0 ? inflated(entity) : 0;
        entity.vruntime = average - lag;
        if (rules.placeRelativeDeadline() && entity.relativeDeadline) {
            entity.deadline += entity.vruntime;
            entity.relativeDeadline = false;
            return;
        }
        final long slice = entity.weight.virtual(entity.slice);
        entity.deadline = entity.vruntime
                + (initial && rules.placeDeadlineInitial() ? Long.divideUnsigned(slice, 2) : slice);
    }

    /** The lag to place with: adding an entity moves V towards it by weight / (load + weight), so more is needed. */
    private long inflated(final SchedEntity entity) {
        final long queued = load + (isCurrentQueued() ? current.weight.down() : 0);
        if (entity.vlag == 0 || queued == 0) {
            return entity.vlag;
        }
        return entity.vlag * (queued + entity.weight.down()) / queued;
    }

    /** Keeps the lag of {@code entity}, which is about to leave: at most two slices, or a tick, either way. */
    public void keepLag(final SchedEntity entity) {
        final long lag = averageVruntime() - entity.vruntime;
        final long limit = entity.weight.virtual(Math.max(2 * entity.slice, WakeUp.TICK_NANOS));
        entity.vlag = Math.clamp(lag, -limit, limit);
    }

    /**
     * Lets the current entity run for {@code delta} nanoseconds.
     *
     * @return whether it used up its slice, which gives it a new deadline, or lost its protection
     */
    public boolean run(final long delta) {
        final SchedEntity entity = current;
        entity.vruntime += entity.weight.virtual(delta);
        if (entity.vruntime - entity.deadline >= 0) {
            if (!entity.customSlice) {
                entity.slice = rules.baseSliceNanos();
            }
            entity.deadline = entity.vruntime + entity.weight.virtual(entity.slice);
            averageVruntime();
            return true;
        }
        return rules.preemptShort() && !isProtected(entity) && !isEligible(entity);
    }
}
