package dev.perch.simulator;

import dev.perch.scheduler.AddressSpace;
import dev.perch.scheduler.Task;
import dev.perch.scheduler.fair.LoadWeight;
import dev.perch.scheduler.fair.SchedEntity;
import dev.perch.topology.CpuSet;

/**
 * A task in virtual time: what the scheduler keeps of it, and the action it is about to do or doing. Its
 * {@link Behavior} starts actions through the methods below.
 */
public final class SimulatedTask extends Task {
    /** Where a task is in its life. */
    enum State {
        /** Not started. */
        NEW,
        /** On a runqueue, waiting or running. */
        RUNNABLE,
        /** Placed by a wake-up, on its way to a runqueue. */
        WAKING,
        /** Waits to be woken. */
        BLOCKED,
        /** Gone. */
        DEAD
    }

    /** The actions. */
    enum Action {
        /** Nothing: ask the behavior. */
        NONE, COMPUTE, SPIN, STREAM, SEND, RECEIVE, SLEEP, SLEEP_UNTIL, ACQUIRE, RELEASE, LOCK, UNLOCK, WAIT, POST,
        AWAIT, MEET, WAKE, SYNC_WAKE, BLOCK, OBSERVE, FORK, EXIT
    }

    private static final int HERE = -1;

    /** Its number in the run, in the order of creation. */
    final int index;
    /** What it loses from caches by moving and by others' turns. */
    final Footprint footprint;
    /** What the fair class keeps of it. */
    final SchedEntity entity = new SchedEntity(this);
    final Behavior behavior;

    State state = State.NEW;
    Action action = Action.NONE;
    /** Whether the action's effect has been seen to be impossible, so that it has waited, to try again. */
    boolean waiting;
    long amount;
    DataSet data;
    /** The CPU whose interrupt ends its sleep; {@link #HERE} for the one it sleeps on. */
    int interrupted = HERE;
    Channel channel;
    Mutex mutex;
    SpinLock spinLock;
    Futex futex;
    Barrier barrier;
    SpinningBarrier meeting;
    Pages pages;
    /** The round of {@link #meeting} that it waits for the end of. */
    long round;
    /** Whom it starts or wakes. */
    SimulatedTask other;
    /** How many wake-ups have come that it has not waited for yet; -1 while it waits for one. */
    int wakes;

    /** CPU time until its next effect on others: nanoseconds of a core of this machine with no busy sibling. */
    double work;
    /** How much of it is waiting for cache lines, which a busy sibling does not lengthen. */
    double stall;
    /** The next task in the one queue it can be in: of writers, of a mutex, of a barrier, of arrivals at a CPU. */
    SimulatedTask queueNext;
    /** The mutex of the kernel's that it holds; null for none. */
    KernelMutex holding;
    /** The mutex of the kernel's that it wants, and spins or sleeps for; null for none. */
    KernelMutex wanted;
    /** Whether it spins. */
    boolean spinning;
    /** How it is woken, while it is in line for that. */
    int wakeFlags;
    /** The CPU that woke it last; -1 before the first wake-up. */
    int wakerCpu = -1;
    /** How many of its cache lines that CPU has. */
    double linesTaken;
    /** Still on its CPU although it has blocked: the switch away from it is not done. */
    boolean onCpu;
    /** The CPU it last left; -1 before it first ran. */
    int leftCpu = -1;
    /** How many tasks that CPU had switched to by then; see {@link Processor#switches}. */
    long switchesAtLeave;

    SimulatedTask(final int index, final AddressSpace space, final Footprint footprint, final CpuSet allowed,
            final Behavior behavior) {
        super(allowed);
        this.index = index;
        this.footprint = footprint;
        mm = space;
        this.behavior = behavior;
    }

    /** Sets its nice level, -20 to 19, before it starts. */
    public void setNice(final int nice) {
        entity.weight = LoadWeight.ofNice(nice);
    }

    /** Adds {@code nanos} of waiting for cache lines to its work. */
    void stall(final double nanos) {
        work += nanos;
        stall += nanos;
    }

    /** How long its work takes on a CPU that executes code at {@code speed}, nanoseconds. */
    double nanosAt(final double speed) {
        return stall + (work - stall) / speed;
    }

    /** {@code nanos} of its work at that speed are done. */
    void workFor(final double nanos, final double speed) {
        final double whole = nanosAt(speed);
        final double left = nanos >= whole ? 0 : 1 - nanos / whole;
        work *= left;
        stall *= left;
    }

    /** All of its work is done. */
    void finishWork() {
        work = 0;
        stall = 0;
    }

    /** Gives it policy SCHED_IDLE, before it starts. */
    public void setIdlePolicy() {
        schedIdle = true;
        entity.weight = LoadWeight.SCHED_IDLE;
    }

    /** Has it ask for slices of {@code nanos} nanoseconds (EEVDF), before it starts. */
    public void setSlice(final long nanos) {
        entity.slice = nanos;
        entity.customSlice = true;
    }

    /** Runs for {@code nanos} of CPU time of a core with no busy sibling. */
    public void compute(final double nanos) {
        action = Action.COMPUTE;
        work += nanos;
    }

    /** The same, working on {@code on}. */
    public void compute(final double nanos, final DataSet on) {
        compute(nanos);
        data = on;
    }

    /** Runs until the clock shows {@code time}, nanoseconds: however much of that it spends running. */
    public void spinUntil(final long time) {
        action = Action.SPIN;
        amount = time;
    }

    /** Writes a message of {@code bytes} to {@code to}; waits where it is full. */
    public void send(final Channel to, final int bytes) {
        action = Action.SEND;
        channel = to;
        amount = bytes;
    }

    /** Reads a message from {@code from}; waits where it is empty. */
    public void receive(final Channel from) {
        action = Action.RECEIVE;
        channel = from;
    }

    /** Sleeps until a timer fires after {@code nanos}. */
    public void sleep(final long nanos) {
        action = Action.SLEEP;
        amount = nanos;
        interrupted = HERE;
    }

    /** Sleeps until a timer fires at {@code time} of {@link World#now}; goes on at once where that has passed. */
    public void sleepUntil(final long time) {
        action = Action.SLEEP_UNTIL;
        amount = time;
        interrupted = HERE;
    }

    /** The same, woken by a device whose interrupt comes to {@code interruptedCpu}. */
    public void sleepUntil(final long time, final int interruptedCpu) {
        sleepUntil(time);
        interrupted = interruptedCpu;
    }

    /**
     * Wakes {@code task}, which waits in {@link #block}, or will not wait when it comes there; starts it where it is new.
     *
     * @param sync whether the waker says that it is about to sleep itself
     */
    public void wake(final SimulatedTask task, final boolean sync) {
        action = sync ? Action.SYNC_WAKE : Action.WAKE;
        other = task;
    }

    /** Waits for another's {@link #wake}; goes on at once where one has come already. */
    public void block() {
        action = Action.BLOCK;
    }

    /** The CPU whose interrupt ends its sleep. */
    int interruptedCpu() {
        return interrupted == HERE ? cpu : interrupted;
    }

    /** Whether it waits in {@link #block}. */
    public boolean isBlocked() {
        return wakes < 0;
    }

    /** Takes {@code lock}; waits, asleep, where another has it. */
    public void acquire(final Mutex lock) {
        action = Action.ACQUIRE;
        mutex = lock;
    }

    /** Gives {@code lock} back and wakes the one that has waited longest. */
    public void release(final Mutex lock) {
        action = Action.RELEASE;
        mutex = lock;
    }

    /** Takes {@code lock}; where another has it, runs until it is free. */
    public void lock(final SpinLock lock) {
        action = Action.LOCK;
        spinLock = lock;
    }

    /** Gives {@code lock} back. */
    public void unlock(final SpinLock lock) {
        action = Action.UNLOCK;
        spinLock = lock;
    }

    /** Takes back what was posted to {@code from}; waits, asleep, where nothing is. */
    public void waitFor(final Futex from) {
        action = Action.WAIT;
        futex = from;
    }

    /** Posts {@code to}: wakes the task that waits for it, or lets the next that would wait go on. */
    public void post(final Futex to) {
        action = Action.POST;
        futex = to;
    }

    /** Waits at {@code at} until all that shall come are there; the last one wakes the others. */
    public void await(final Barrier at) {
        action = Action.AWAIT;
        barrier = at;
    }

    /** Waits at {@code at}, running at first, until all that shall come are there. */
    public void await(final SpinningBarrier at) {
        action = Action.MEET;
        meeting = at;
    }

    /** Streams over {@code bytes} of {@code over}. */
    public void stream(final Pages over, final long bytes) {
        action = Action.STREAM;
        pages = over;
        amount = bytes;
    }

    /** Is asked for its next action once the work so far is really done: so that it can look at the clock. */
    public void observe() {
        action = Action.OBSERVE;
    }

    /** Starts {@code newTask}. */
    public void fork(final SimulatedTask newTask) {
        action = Action.FORK;
        other = newTask;
    }

    /** Ends. */
    public void exit() {
        action = Action.EXIT;
    }
}
