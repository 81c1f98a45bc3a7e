package dev.perch.traces.analysis;

import dev.perch.topology.Distance;
import dev.perch.traces.Event;
import dev.perch.traces.Names;

/** A task as the recording shows it so far. */
final class Task {
    /** What it does. */
    enum State {
        /** Not known. */
        UNKNOWN,
        /** Sleeps. */
        ASLEEP,
        /** Waits for a CPU. */
        WAITING,
        /** Runs. */
        RUNNING
    }

    static final long NEVER = Long.MIN_VALUE;

    final int pid;
    int comm = Names.EMPTY;
    State state = State.UNKNOWN;
    /** Where it runs or waits, -1 not known. */
    int cpu = -1;
    /** Where it ran last, -1 not known. */
    int lastCpu = -1;
    /** Since when it is in its state. */
    long since;
    /** The gap count when it came into its state, and when its wake-up began. */
    int gap;
    int wakingGap;
    /** The gap count of the CPU it waits on when that began. */
    int cpuGap;

    /** When its wake-up began; {@link #NEVER} where none is under way. */
    long waking = NEVER;
    int wakerCpu = -1;
    int wakerPid = Event.NO_PID;
    int prevCpu = -1;
    /** Whether its placement was seen and counted, and with which distances. */
    boolean placed;
    ByDistanceTally.Slot fromWaker;
    ByDistanceTally.Slot fromPrev;
    /** How near a free idle CPU was as it was placed on a busy one; null where none. */
    Distance missed;
    /** Whether it came from sleep to run without a wake-up before. */
    boolean isUnexplained;
    /** Whether it is new, and not yet woken for the first time. */
    boolean isNew;
    /** How far its last balance went, as long as that may turn out to be an exec's. */
    Distance moved;

    long waits;
    long waited;
    long longestWait;
    long ran;

    Task(final int pid) {
        this.pid = pid;
    }
}
