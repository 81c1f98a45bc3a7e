package dev.perch.replay.closed;

import dev.perch.topology.CpuSet;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/** What one task of a recording did, step by step. A step is packed into one number: its kind and its argument. */
final class Script {
    /** The kinds of step. */
    enum Step {
        /** Runs for so many nanoseconds. */
        COMPUTE,
        /** Starts the task of this number. */
        START,
        /** Wakes the task of this number. */
        WAKE,
        /** The same, about to sleep itself. */
        SYNC_WAKE,
        /** Goes on with the wake-up before until it has lasted so many nanoseconds. */
        FINISH_WAKE,
        /** Waits until another task wakes it. */
        BLOCK,
        /** Has the interrupt that ends the sleep to follow come to the CPU of this number. */
        INTERRUPT,
        /** Sleeps for so many nanoseconds, after which an interrupt wakes it. */
        SLEEP;

        /** Whether the task leaves its CPU. */
        boolean leaves() {
            return this == BLOCK || this == SLEEP;
        }

        /** Whether it wakes another task. */
        boolean wakes() {
            return this == WAKE || this == SYNC_WAKE;
        }

        /** Whether it matters when it begins, so that all work before must really be done. */
        boolean needsClock() {
            return wakes() || leaves();
        }
    }

    private static final Step[] STEPS = Step.values();
    private static final int KIND_BITS = 3;
    private static final int KIND = (1 << KIND_BITS) - 1;

    /** Its number in the recording, in the order in which tasks were met. */
    final int number;
    /** The CPU it was on at first: where it slept or ran, or where it was placed when it was new. */
    final int cpu;
    /** Whether it is a kernel thread that is bound to that CPU. */
    final boolean isBound;
    /** Its nice level. */
    int nice;
    /** Whether another task of the recording starts it. */
    boolean isStarted;
    /** Whether it goes on computing after the last step: no event tells of it, but its CPU was never idle. */
    boolean goesOn;
    /** The task whose address space it shares: the one that started it, as long as it executes no other program. */
    Script family = this;
    private final LongArrayList steps = new LongArrayList();

    Script(final int number, final int cpu, final boolean isBound) {
        this.number = number;
        this.cpu = cpu;
        this.isBound = isBound;
    }

    /** Adds a step; returns its place. */
    int add(final Step step, final long argument) {
        steps.add(argument << KIND_BITS | step.ordinal());
        return steps.size() - 1;
    }

    /** Puts another step in a place. */
    void replace(final int place, final Step step, final long argument) {
        steps.set(place, argument << KIND_BITS | step.ordinal());
    }

    /** How many steps it has; after the last the task ends, unless it {@link #goesOn}. */
    int size() {
        return steps.size();
    }

    /** The kind of a step. */
    Step step(final int place) {
        return STEPS[(int) steps.getLong(place) & KIND];
    }

    /** The argument of a step. */
    long argument(final int place) {
        return steps.getLong(place) >> KIND_BITS;
    }
}
