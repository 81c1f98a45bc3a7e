package dev.perch.scheduler.fair;

import dev.perch.scheduler.Feature;
import dev.perch.scheduler.Policy;
import dev.perch.topology.KernelRelease;

/**
 * The fair tasks of one CPU: who waits, who runs, who runs next, and the runqueue's averages. Time comes as an
 * argument, nanoseconds, and never goes backwards for one runqueue.
 *
 * <p>The life of a task here: {@link #addNew}; {@link #pickNext} until it runs, {@link #tick} while it does;
 * {@link #sleep} and {@link #wake}, with {@link #departAsleep} before if it wakes on another runqueue; or
 * {@link #detach} here and {@link #attach} there when balance moves it; at last {@link #exit}. After whatever changes
 * who should run, {@link #needsReschedule} tells that the driver should call {@link #pickNext} soon.
 *
 * <p>The tasks' clock stands still while interrupts have the CPU ({@link #interrupted}), as a kernel's does that accounts
 * for their time apart (CONFIG_IRQ_TIME_ACCOUNTING): what they take is neither anybody's run time nor utilisation.
 *
 * <p>Tasks are in one group below the root whose load all CPUs share, as an autogroup is: {@link #groupWrites} and
 * {@link #groupReads} count how often this CPU touched that shared line.
 */
public abstract sealed class FairRunqueue permits CfsRunqueue, EevdfRunqueue {
    private final int cpu;
    private final int capacity;
    private final KernelRelease release;
    private final boolean preempts;
    private final UtilizationEstimate estimates;
    private final LoadAverage average = new LoadAverage();
    private final GroupShare group;
    private long weight;
    private int nrRunning;
    private int nrSchedIdle;
    private int nrDelayed;
    private int utilizationEstimate;
    private long removedLoad;
    private long removedUtilization;
    private long removedRunnable;
    private long readAt;
    private long interruptNanos;
    private long unseenInterruptNanos;
    private boolean averageMoved;
    private boolean reschedule;
    private SchedEntity newest; // who was queued or started last; the order in which balance looks, from the oldest
    private SchedEntity oldest;
    private Overload overload = new Overload();

    /** The one that runs or, after {@link #sleep}, ran last; null while the CPU idles. */
    SchedEntity current;

    FairRunqueue(final Policy policy, final int cpu, final int capacity) {
        this.cpu = cpu;
        this.capacity = capacity;
        release = policy.kernel().release();
        group = new GroupShare(release);
        preempts = policy.has(Feature.WAKEUP_PREEMPTION);
        estimates = release.isAtLeast(6, 8) ? UtilizationEstimate.AVERAGE : UtilizationEstimate.NEWEST_AND_AVERAGE;
    }

    /** The runqueues of a machine of {@code cpus} CPUs under {@code policy}, which share its rules. */
    public static Maker under(final Policy policy, final int cpus) {
        return switch (policy.kernel().fairClass()) {
            case CFS -> {
                final var rules = CfsRules.of(policy, cpus);
                yield (cpu, capacity) -> new CfsRunqueue(policy, rules, cpu, capacity);
            }
            case EEVDF -> {
                final var rules = EevdfRules.of(policy, cpus);
                yield (cpu, capacity) -> new EevdfRunqueue(policy, rules, cpu, capacity);
            }
        };
    }

    /** Makes the runqueues of one machine. */
    @FunctionalInterface
    public interface Maker {
        /** The runqueue of {@code cpu}, which has {@code capacity}. */
        FairRunqueue of(int cpu, int capacity);
    }

    /** Whose runqueue it is. */
    public final int cpu() {
        return cpu;
    }

    /** How many tasks are queued, the running and the delayed included. */
    public final int nrRunning() {
        return nrRunning;
    }

    /** How many of {@link #nrRunning} have policy SCHED_IDLE. */
    public final int nrSchedIdle() {
        return nrSchedIdle;
    }

    /** How many of {@link #nrRunning} sleep and wait to be dequeued (since 6.12). */
    public final int nrDelayed() {
        return nrDelayed;
    }

    /** The sum of the queued tasks' weights, scaled. */
    public final long weight() {
        return weight;
    }

    /** The runqueue's averages, as of its last update. */
    public final LoadAverage average() {
        return average;
    }

    /** Whether {@link #average} has moved since this was last asked. */
    public final boolean averageMoved() {
        final boolean moved = averageMoved;
        averageMoved = false;
        return moved;
    }

    /** The estimated utilisation of the queued tasks, 0 upwards. */
    public final int utilizationEstimate() {
        return utilizationEstimate;
    }

    /** The entity that runs here; null while the CPU idles. */
    public final SchedEntity current() {
        return current;
    }

    /** How often the group's load, which all CPUs share, was added to from here. */
    public final long groupWrites() {
        return group.writes();
    }

    /** How often the group's load was read from here. */
    public final long groupReads() {
        return group.reads();
    }

    /** Whether another task should run instead of the current one. */
    public final boolean needsReschedule() {
        return reschedule;
    }

    /** The entity that balance looks at first: the one that was queued, started or {@link #renew}ed longest ago. */
    public final SchedEntity oldest() {
        return oldest;
    }

    /** Balance has looked at {@code entity} and left it here: it is looked at last from now on. */
    public final void renew(final SchedEntity entity) {
        if (entity != newest) {
            unlink(entity);
            link(entity);
        }
    }

    private void link(final SchedEntity entity) {
        entity.older = newest;
        entity.newer = null;
        if (newest == null) {
            oldest = entity;
        } else {
            newest.newer = entity;
        }
        newest = entity;
    }

    private void unlink(final SchedEntity entity) {
        if (entity.newer == null) {
            newest = entity.older;
        } else {
            entity.newer.older = entity.older;
        }
        if (entity.older == null) {
            oldest = entity.newer;
        } else {
            entity.older.newer = entity.newer;
        }
    }

    /** Whether {@code entity} is about to run next or was just preempted here, so that balance leaves it. */
    public boolean isBuddy(final SchedEntity entity) {
        return false;
    }

    /** The flag that this runqueue sets when it comes to hold two tasks; all CPUs that balance together share one. */
    public final void shareOverload(final Overload shared) {
        overload = shared;
    }

    /** Interrupts have had the CPU for {@code nanos} up to now. */
    public final void interrupted(final long nanos) {
        unseenInterruptNanos += nanos;
    }

    /**
     * The tasks' clock at {@code now}: without the time of interrupts. It never goes backwards, so that an interrupt
     * during which it was read is taken off as it moves on.
     */
    public final long clock(final long now) {
        final long unseen = Math.clamp(now - readAt, 0, unseenInterruptNanos);
        interruptNanos += unseen;
        unseenInterruptNanos -= unseen;
        readAt = now;
        return now - interruptNanos;
    }

    final void reschedule() {
        reschedule = true;
    }

    final boolean isCurrentQueued() {
        return current != null && current.queued;
    }

    /** The {@code index}-th of the tasks that wait, in the order of the fair class's clock; null beyond them. */
    public abstract SchedEntity waiting(int index);

    // What CFS and EEVDF do differently.

    /** Accounts {@code delta} nanoseconds to the current entity, which is queued. */
    abstract void account(long delta);

    /** {@code entity} is about to be queued; it has no place yet. */
    abstract void place(SchedEntity entity, Arrival arrival);

    /** {@code entity} has been queued and is not the current one. */
    abstract void insert(SchedEntity entity);

    /** {@code entity} is about to leave. */
    abstract void leave(SchedEntity entity, boolean sleeps);

    /** {@code entity}, which waits, is taken out. */
    abstract void remove(SchedEntity entity);

    /** The entity to run next; null where none is queued. */
    abstract SchedEntity pick(long clock);

    /** {@code entity}, still queued, becomes the current one. */
    abstract void start(SchedEntity entity);

    /** The current entity stops being so; it goes back among the waiting if it is queued. */
    abstract void stop();

    /** Whether the current entity has had its turn, at a tick. */
    abstract void checkTick();

    /** Asks for a reschedule if {@code wakee}, which was just queued, should run instead of the current entity. */
    abstract void checkPreemption(SchedEntity wakee);

    /** The current entity gives way. */
    abstract void yieldCurrent();

    /** Makes what is on this runqueue's clock relative in {@code entity}, which sleeps and will wake elsewhere. */
    abstract void forget(SchedEntity entity);

    /** How an entity comes to a runqueue. */
    enum Arrival {
        WAKE_UP, NEW, MIGRATION
    }

    /**
     * A task that was just forked comes here for the first time. Its utilisation starts from the share that its
     * weight has of the runqueue's load, at most half of the capacity that is left.
     */
    public final void addNew(final SchedEntity entity, final long now) {
        final LoadAverage own = entity.average;
        own.loadAvg = entity.weight.down();
        final long spare = (capacity - average.utilAvg) / 2;
        if (spare > 0) {
            own.utilAvg = average.utilAvg == 0 ? spare : Math.min(spare, shareOfUtilization(entity));
        }
        own.runnableAvg = own.utilAvg;
        entity.utilizationMoved = true;
        enqueue(entity, Arrival.NEW, now);
    }

    private long shareOfUtilization(final SchedEntity entity) {
        // until 6.9 the weight was not brought down to the averages' scale
        final long share = release.isAtLeast(6, 10) ? entity.weight.down() : entity.weight.weight();
        return average.utilAvg * share / (average.loadAvg + 1);
    }

    /** A sleeping task wakes here. Where it slept on another runqueue, that one's {@link #departAsleep} comes first. */
    public final void wake(final SchedEntity entity, final long now) {
        enqueue(entity, Arrival.WAKE_UP, now);
    }

    /** A task that was {@link #detach}ed elsewhere arrives. */
    public final void attach(final SchedEntity entity, final long now) {
        enqueue(entity, Arrival.MIGRATION, now);
    }

    private void enqueue(final SchedEntity entity, final Arrival arrival, final long now) {
        final long clock = clock(now);
        final boolean isCurrent = entity == current;
        utilizationEstimate += estimates.of(entity);
        if (isCurrent) {
            place(entity, arrival);
        }
        accountTo(clock);
        if (entity.average.lastUpdate != 0) {
            load(entity, clock);
        } else {
            moveAverage(clock);
            average.attach(entity.average, entity.weight.down());
            entity.publish();
            entity.execStart = 0; // its caches are cold here
            noteMove();
        }
        group.read();
        if (!isCurrent) {
            place(entity, arrival);
        }
        count(entity, 1);
        entity.setQueued(true);
        if (!isCurrent) {
            insert(entity);
        }
    }

    /**
     * The current task, or one that waits, goes to sleep.
     *
     * @return false where it stays queued for a while, {@link SchedEntity#delayed}, until its lag is paid off: it
     *         wakes by {@link #wakeDelayed} then, on this runqueue, without a placement
     */
    public final boolean sleep(final SchedEntity entity, final long now) {
        final long clock = clock(now);
        accountTo(clock);
        final boolean stays = delays(entity);
        if (stays) {
            load(entity, clock);
            entity.delayed = true;
            nrDelayed++;
        }
        utilizationEstimate -= Math.min(utilizationEstimate, estimates.of(entity));
        if (!stays) {
            dequeue(entity, true, clock);
        }
        estimates.update(entity, capacity);
        if (entity.task != null) {
            entity.task.utilizationEstimate = estimates.of(entity);
        }
        return !stays;
    }

    /** Whether {@code entity}, which goes to sleep, stays queued. */
    boolean delays(final SchedEntity entity) {
        return false;
    }

    /** The sleep of a {@link SchedEntity#delayed} task ends for the runqueue too. */
    final void finishSleep(final SchedEntity entity, final long clock) {
        dequeue(entity, true, clock);
        entity.delayed = false;
        nrDelayed--;
    }

    /**
     * A {@link SchedEntity#delayed} task wakes; it never left. The current one is not charged first, so that a wakee
     * whose place is the average comes to lie ahead of its waker, by what that has run meanwhile, and preempts it: on a
     * live 6.18, half of the switches of a pair that shares a CPU.
     */
    public final void wakeDelayed(final SchedEntity entity, final long now) {
        replaceDelayed(entity);
        load(entity, clock(now));
        utilizationEstimate += estimates.of(entity);
        entity.delayed = false;
        nrDelayed--;
    }

    /** Gives a delayed entity that wakes its new place. */
    void replaceDelayed(final SchedEntity entity) {
        throw new IllegalStateException("no delayed dequeue on this runqueue");
    }

    /** A task ends. */
    public final void exit(final SchedEntity entity, final long now) {
        final long clock = clock(now);
        accountTo(clock);
        utilizationEstimate -= Math.min(utilizationEstimate, estimates.of(entity));
        dequeue(entity, true, clock);
        removeLoad(entity);
    }

    /** A task that waits leaves for another runqueue, where {@link #attach} follows. */
    public final void detach(final SchedEntity entity, final long now) {
        utilizationEstimate -= Math.min(utilizationEstimate, estimates.of(entity));
        final long clock = clock(now);
        accountTo(clock);
        dequeue(entity, false, clock);
        average.detach(entity.average, entity.weight.down());
        entity.average.lastUpdate = 0;
        noteMove();
    }

    private void dequeue(final SchedEntity entity, final boolean sleeps, final long clock) {
        load(entity, clock);
        leave(entity, sleeps);
        if (entity != current) {
            remove(entity);
        }
        entity.setQueued(false);
        count(entity, -1);
        group.read();
        afterDequeue(entity, sleeps);
    }

    /** {@code entity} has left. */
    void afterDequeue(final SchedEntity entity, final boolean sleeps) {}

    private void count(final SchedEntity entity, final int sign) {
        weight += sign * entity.weight.weight();
        nrRunning += sign;
        nrSchedIdle += entity.isSchedIdle() ? sign : 0;
        if (sign > 0) {
            link(entity);
            if (nrRunning == 2) {
                overload.any = true;
            }
        } else {
            unlink(entity);
        }
    }

    /** A task that sleeps since it ran here will wake on another runqueue; its share of the averages leaves. */
    public final void departAsleep(final SchedEntity entity) {
        forget(entity);
        removeLoad(entity);
    }

    private void removeLoad(final SchedEntity entity) {
        final LoadAverage own = entity.average;
        if (own.update(average.lastUpdate, entity.weight.down(), 0, 0, false)) {
            entity.utilizationMoved = true;
        }
        entity.publish();
        removedLoad += own.loadAvg;
        removedUtilization += own.utilAvg;
        removedRunnable += own.runnableAvg;
        own.lastUpdate = 0;
    }

    /**
     * Chooses who runs next and makes it the current entity; the one before goes back among the waiting, or is
     * forgotten if it went to sleep. Delayed tasks whose turn comes are dequeued.
     *
     * @return null where no task is queued: the CPU goes idle
     */
    public final SchedEntity pickNext(final long now) {
        final long clock = clock(now);
        accountTo(clock);
        reschedule = false;
        final SchedEntity next = pick(clock);
        if (next == current) {
            if (next != null && !next.queued) {
                throw new IllegalStateException("picked a task that is not queued");
            }
            return next;
        }
        if (isCurrentQueued()) {
            load(current, clock);
        }
        stop();
        current = null;
        if (next != null) {
            start(next);
            renew(next);
            load(next, clock);
            current = next;
            next.execStart = clock;
            next.execTotalAtPick = next.execTotal;
        }
        return next;
    }

    /** The current task makes room for one of a higher class, as for the stopper that pushes it away. */
    public final void suspendCurrent(final long now) {
        final long clock = clock(now);
        accountTo(clock);
        if (isCurrentQueued()) {
            load(current, clock);
        }
        stop();
        current = null;
        reschedule = true;
    }

    /** Accounts the time that the current entity ran since it was last accounted. */
    public final void update(final long now) {
        accountTo(clock(now));
    }

    private void accountTo(final long clock) {
        if (!isCurrentQueued()) {
            return;
        }
        final long delta = clock - current.execStart;
        if (delta > 0) {
            current.execStart = clock;
            current.execTotal += delta;
            account(delta);
        }
    }

    /** The tick: accounts, moves the averages, and asks for a reschedule if the current entity has had its turn. */
    public final void tick(final long now) {
        if (isCurrentQueued()) {
            final long clock = clock(now);
            accountTo(clock);
            load(current, clock);
            group.read();
            checkTick();
        } else {
            averageTo(now);
        }
    }

    /** After {@link #wake} or {@link #addNew}: asks for a reschedule if {@code wakee} should run at once. */
    public final void checkPreemption(final SchedEntity wakee, final long now) {
        if (wakee == current) {
            return;
        }
        if (!isCurrentQueued()) {
            reschedule = true;
            return;
        }
        if (!reschedule) {
            if (current.isSchedIdle() && !wakee.isSchedIdle()) {
                reschedule = true;
            } else if (preempts && !wakee.isSchedIdle()) {
                update(now);
                checkPreemption(wakee);
            }
        }
    }

    /** The current task gives way to the others (sched_yield). */
    public final void yieldCurrent(final long now) {
        update(now);
        if (nrRunning > 1) {
            yieldCurrent();
        }
        reschedule = true;
    }

    /** Moves the averages to {@code now} without an event of a task: what balance does for CPUs that idle. */
    public final void averageTo(final long now) {
        moveAverage(clock(now));
        noteMove();
    }

    /** Moves the averages of {@code entity}, if it has been attached, and of the runqueue. */
    private void load(final SchedEntity entity, final long clock) {
        if (entity.average.lastUpdate != 0) {
            final boolean runnable = entity.queued && !entity.delayed;
            if (entity.average.update(clock, entity.weight.down(), entity.queued ? 1 : 0, runnable ? 1 : 0,
                    entity == current)) {
                entity.utilizationMoved = true;
                entity.publish();
            }
        }
        if (moveAverage(clock)) {
            noteMove();
        }
    }

    /** Whether {@code entity}, if it comes here now, will have this CPU add to the group's load. */
    public final boolean addsToGroup(final SchedEntity entity, final long now) {
        final long arriving = entity.average.lastUpdate == 0 || entity.task.cpu != cpu ? entity.average.loadAvg : 0;
        return group.isDue(Math.max(0, average.loadAvg - removedLoad) + arriving, now);
    }

    private boolean moveAverage(final long clock) {
        boolean moved = false;
        if ((removedLoad | removedUtilization | removedRunnable) != 0) {
            average.remove(removedLoad, removedUtilization, removedRunnable);
            removedLoad = 0;
            removedUtilization = 0;
            removedRunnable = 0;
            moved = true;
        }
        final boolean decayed = average.update(clock, 1, LoadWeight.down(weight), nrRunning - nrDelayed,
                current != null);
        return decayed || moved;
    }

    /** The average has moved, and the group's load with it. */
    private void noteMove() {
        averageMoved = true;
        group.write(average.loadAvg, readAt);
    }
}
