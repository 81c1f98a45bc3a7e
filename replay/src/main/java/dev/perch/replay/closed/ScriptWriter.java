package dev.perch.replay.closed;

import dev.perch.replay.closed.Script.Step;
import dev.perch.traces.TaskState;

/** Writes the script of one task while the recording is read. */
final class ScriptWriter {
    /** In place of a CPU or a step. */
    static final int NOWHERE = -1;
    private static final long NEVER = Long.MIN_VALUE;

    final int pid;
    final Script script;
    /** The {@link TaskState} in which it left its CPU last; an ordinary sleep where that is not recorded. */
    int sleepState = TaskState.INTERRUPTIBLE;
    private long computed;
    private long seen = NEVER;
    private long asleepSince = NEVER;
    /** Whether a wake-up began while it still ran: the switch away from it may be under way, or it never sleeps. */
    private boolean earlyWake;
    private Script earlyWaker;
    private int earlyStep;
    private final HandOvers handOvers;
    private ScriptWriter lastWakee; // as long as what this task does next tells whether it waits for that
    private ScriptWriter suspended; // whose CPU this task took when woken by it, and who has not had it since
    private int wait; // the step at which that may have waited
    private ScriptWriter ahead; // who took this task's CPU so

    /** The writer of a task that ran or waited for its CPU at first. */
    ScriptWriter(final int pid, final Script script, final HandOvers handOvers) {
        this.pid = pid;
        this.script = script;
        this.handOvers = handOvers;
    }

    /** It has been asleep since {@code start}. */
    void asleepSince(final long start) {
        asleepSince = start;
    }

    /** Whether it sleeps and nothing has woken it yet. */
    boolean isAsleep() {
        return asleepSince != NEVER;
    }

    /** It has run from {@code since} to {@code now}. */
    void ran(final long since, final long now) {
        computed += Math.max(0, now - since);
        seen = now;
    }

    /** When it was known last what it does: {@code start} where it never was. */
    long lastSeen(final long start) {
        return Math.max(seen, start);
    }

    /** It starts {@code child}. */
    void starts(final ScriptWriter child) {
        flush();
        script.add(Step.START, child.script.number);
    }

    /** It wakes {@code wakee}, about to sleep itself or not; returns the step. */
    int wakes(final ScriptWriter wakee, final boolean sync) {
        flush();
        proceeds();
        lastWakee = wakee;
        return script.add(sync ? Step.SYNC_WAKE : Step.WAKE, wakee.script.number);
    }

    /** Its latest wake-up took so many nanoseconds. */
    void wakeTook(final long nanos) {
        script.add(Step.FINISH_WAKE, nanos);
    }

    /** It does something else than waiting for whom it woke last. */
    private void proceeds() {
        if (lastWakee != null) {
            handOvers.observed(script, lastWakee.script, false);
            lastWakee = null;
        }
    }

    /** It makes room for {@code next}, still runnable. */
    void makesRoom(final ScriptWriter next) {
        if (next != null && next == lastWakee) {
            flush();
            next.suspended = this;
            ahead = next;
            next.wait = script.add(Step.COMPUTE, 0);
            lastWakee = null;
        }
    }

    private void flush() {
        if (computed > 0) {
            script.add(Step.COMPUTE, computed);
            computed = 0;
        }
    }

    /** It leaves its CPU, asleep. */
    void sleeps(final long now) {
        flush();
        if (suspended != null) {
            handOvers.hidden(suspended.script, wait, script, script.add(Step.COMPUTE, 0));
            suspended.ahead = null;
            suspended = null;
        }
        if (earlyWake) {
            script.add(earlyWaker == null ? Step.SLEEP : Step.BLOCK, 0);
            earlyWake = false;
        } else {
            asleepSince = now;
        }
    }

    /** {@code waker} wakes it by its step {@code step}. */
    void woken(final Script waker, final int step, final long now) {
        seen = now;
        if (isAsleep() && lastWakee != null && lastWakee.script == waker) {
            handOvers.observed(script, waker, true);
            lastWakee = null;
        }
        proceeds();
        if (isAsleep()) {
            script.add(Step.BLOCK, 0);
            asleepSince = NEVER;
        } else {
            wokenEarly(waker, step);
        }
    }

    /** An interrupt wakes it; {@code elsewhere} is the CPU it comes to, if that is not where this task ran last. */
    void interrupted(final int elsewhere, final long now) {
        seen = now;
        proceeds();
        if (isAsleep()) {
            if (elsewhere != NOWHERE) {
                script.add(Step.INTERRUPT, elsewhere);
            }
            script.add(Step.SLEEP, now - asleepSince);
            asleepSince = NEVER;
        } else {
            wokenEarly(null, NOWHERE);
        }
    }

    private void wokenEarly(final Script waker, final int step) {
        wakeEnds();
        earlyWake = true;
        earlyWaker = waker;
        earlyStep = step;
    }

    /** Its wake-up is through: one that began while it ran, and that it did not go to sleep before, woke nobody. */
    void wakeEnds() {
        if (earlyWake && earlyWaker != null) {
            earlyWaker.replace(earlyStep, Step.COMPUTE, 0);
        }
        earlyWake = false;
    }

    /** It gets a CPU: if it was asleep, what woke it was not recorded. */
    void runs(final long now) {
        if (isAsleep()) {
            interrupted(NOWHERE, now);
        }
        if (ahead != null) { // it did not wait for that to sleep
            ahead.suspended = null;
            ahead = null;
        }
        wakeEnds();
    }

    /** It ends, or the recording does. */
    void end() {
        flush();
    }
}
