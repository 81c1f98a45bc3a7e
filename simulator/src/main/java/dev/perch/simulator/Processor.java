package dev.perch.simulator;

import dev.perch.scheduler.Task;
import dev.perch.scheduler.fair.FairRunqueue;
import dev.perch.topology.CpuSet;
import dev.perch.topology.SchedDomain;

/** One CPU in virtual time: what it does now, until when, and for whom. Plain state of the event loop. */
final class Processor {
    /** What a CPU can be doing. */
    enum Phase {
        /** It rests in an idle state. */
        IDLE,
        /** An interrupt is on its way to it, or has reached it and it comes out of that state. */
        WAKING_UP,
        /** It has nothing left to run and is on its way to rest. */
        GOING_IDLE,
        /** It switches to {@link Processor#current}. */
        SWITCHING,
        /** It runs {@link Processor#current}. */
        RUNNING,
        /** The same, in the middle of a wake-up: the CPU for the wakee is being chosen. */
        DECIDING,
        /** The same: the wakee is being put on its runqueue. */
        ENQUEUEING,
        /** The same: the wakee is being left on another CPU's list. */
        LISTING
    }

    final int cpu;
    /** The number of its core. */
    final int core;
    /** The other CPUs of its core. */
    final int[] siblings;
    final FairRunqueue runqueue;
    /** The runqueue's lock. */
    final FifoServer lock = new FifoServer();
    /** What runs when nothing else does. */
    final Task idleTask;
    /** Wake-ups that others have left for it (the wake list). */
    final TaskQueue arrivals = new TaskQueue();
    /** Whom its running task has still to wake. */
    final TaskQueue toWake = new TaskQueue();

    Phase phase = Phase.IDLE;
    /** The task that it runs, or switches to; null where it has none. */
    SimulatedTask current;
    /** The task that it switches away from. */
    SimulatedTask leaving;
    /** Up to when the running of {@link #current} has been charged to its address space. */
    long chargedAt;
    /** Whose address space is loaded. */
    Object loadedSpace;
    /** Whether an interrupt is on its way to it. */
    boolean interruptUnderway;
    /** Whether it is set to tick. */
    boolean ticking;
    /** When the work of its task was last settled. */
    long settledAt;
    /** At what share of the machine's full speed it works alone on its core: its capacity. */
    final double ownSpeed;
    /** At what share of that full speed its task's work goes on. */
    double speed;
    /** Since when it has been in a softirq, where its task wakes others; 0 while it is in none. */
    long softirqSince;
    /** How many switches from task to task it has made. */
    long switches;
    /** How often it has switched away from a task that slept, or was done, and from one that could have gone on. */
    long blocked;
    long preempted;

    /** The task of the wake-up underway, and where it goes. */
    SimulatedTask wakee;
    int target;
    int wakeFlags;
    /** When it ran out of tasks; 0 while it has some. */
    long idleStamp;
    /** Whether it is to balance for idle CPUs. */
    boolean balanceAsked;
    /** The domain in which its running task is to be pushed to {@link #pushTo}; null for none. */
    SchedDomain pushDomain;
    int pushTo;
    /** Since when it idles. */
    long idleSince;
    /** How long its idle times have lasted of late, nanoseconds. */
    double usualIdle;
    /** Whether a write wakes it from the idle state it is in, without an interrupt. */
    boolean wakesByWrite;
    /** How long it takes to come out of the idle state it is in, nanoseconds. */
    double idleExit;
    /** The CPU that last worked on the runqueue. */
    int runqueueWriter;
    /** How many of the runqueue's reads and writes of the group's load are paid for; see {@link GroupLoad}. */
    long groupReads;
    long groupWrites;
    /** How often the group's load had been written when this CPU last had its line. */
    long groupVersion;

    Processor(final int cpu, final int core, final double ownSpeed, final int[] siblings,
            final FairRunqueue runqueue) {
        this.cpu = cpu;
        this.core = core;
        this.ownSpeed = ownSpeed;
        speed = ownSpeed;
        this.siblings = siblings;
        this.runqueue = runqueue;
        runqueueWriter = cpu;
        idleTask = new Task(CpuSet.of(cpu));
        idleTask.cpu = cpu;
    }

    /** Its running task is to wake {@code task}, null for none, unless another does already. */
    void toWake(final SimulatedTask task, final int flags) {
        if (task != null && task.state == SimulatedTask.State.BLOCKED) {
            task.state = SimulatedTask.State.WAKING;
            task.wakeFlags = flags;
            toWake.add(task);
        }
    }

    /** Its softirq, if it is in one, is over: that time was not its task's. */
    void endSoftirq(final long now) {
        if (softirqSince != 0) {
            runqueue.interrupted(now - softirqSince);
            softirqSince = 0;
        }
    }
}
