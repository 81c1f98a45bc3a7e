package dev.perch.replay;

import dev.perch.scheduler.Task;
import dev.perch.scheduler.fair.LoadAverage;
import dev.perch.scheduler.fair.LoadWeight;
import dev.perch.topology.CpuSet;
import dev.perch.traces.TaskState;

/** A task of a recording: what placement reads of it, where it is, and its load. */
final class RecordedTask extends Task {
    /** In place of a CPU. */
    static final int NOWHERE = -1;
    /** The pid of a CPU's idle task. */
    static final int IDLE_PID = 0;
    private static final int FIRST_FAIR_PRIORITY = 100;
    private static final int LAST_FAIR_PRIORITY = 139;
    private static final int NICE_0_PRIORITY = 120;

    /** Its number; {@link #NOBODY} for a task of which the recording tells nothing yet. */
    final int pid;
    /** Its decayed averages. */
    final LoadAverage average = new LoadAverage();
    /** The CPU whose runqueue holds it. */
    int queuedOn = NOWHERE;
    /** The CPU to which a wake-up of it is underway. */
    int pendingOn = NOWHERE;
    /** Whether it is a CPU's current task. */
    boolean running;
    /** The CPU whose averages hold its own. */
    int loadedOn = NOWHERE;
    /** Whether the CPU that its wake-up ends on does the rest of that itself. */
    boolean handedOver;
    /** The {@link TaskState} in which it left its CPU last; an ordinary sleep where that is not recorded. */
    int sleepState = TaskState.INTERRUPTIBLE;
    /** Whether its averages are known, be it roughly. */
    boolean known;
    /** The flips that it, or who forked it, had before the recording tells. */
    private InheritedFlips inherited = new InheritedFlips();
    private int inheritedCount; // how many of them wakeeFlips counts, but for the halvings
    private int halvings;
    /** With whom it is taken to share its memory; null for a kernel thread. */
    Family family;
    private long weight = LoadWeight.ofNice(0).down();
    private boolean fair = true;

    /** The pid of a task that must be there but that no event has named. */
    static final int NOBODY = -1;

    /** A task that may run on {@code anywhere}, as long as nothing else is known. */
    RecordedTask(final int pid, final CpuSet anywhere) {
        super(anywhere);
        this.pid = pid;
    }

    /** Whether it is a CPU's idle task. */
    boolean isIdleTask() {
        return pid == IDLE_PID;
    }

    /** Sets its priority as the kernel counts: 0 to 99 real time, 100 to 139 nice -20 to 19. */
    void setPriority(final int priority) {
        fair = priority >= FIRST_FAIR_PRIORITY && priority <= LAST_FAIR_PRIORITY;
        weight = LoadWeight.ofNice(fair ? priority - NICE_0_PRIORITY : 0).down();
    }

    /** Whether it belongs to the fair class; others leave a runqueue's averages alone. */
    boolean isFair() {
        return fair;
    }

    /** Its weight: 1024 at nice 0. */
    long weight() {
        return weight;
    }

    /** Shows placement its memory as policy {@code number} keeps account of it. */
    void useSpace(final int number) {
        mm = family == null ? null : family.space(number);
    }

    /** Shows placement the averages as they stand. */
    void publish() {
        load = average.loadAvg;
        utilization = (int) average.utilAvg;
        runnable = (int) average.runnableAvg;
        queued = queuedOn != NOWHERE;
    }

    /** Takes over who it wakes, how it flips and its memory from the task that forked it. */
    void inherit(final RecordedTask parent) {
        lastWakee = parent.lastWakee;
        wakeeFlips = parent.wakeeFlips;
        wakeeFlipsDecayed = parent.wakeeFlipsDecayed;
        inherited = parent.inherited;
        inheritedCount = parent.inheritedCount;
        halvings = parent.halvings;
        setAllowed(parent.allowed());
        family = parent.family;
        setWeightOf(parent);
    }

    /** The flips that it, or who forked it, had before the recording tells. */
    InheritedFlips inherited() {
        return inherited;
    }

    /** Its flips if it had inherited {@code count}. */
    int flipsWith(final int count) {
        return Math.max(0, wakeeFlips + (count >> halvings) - (inheritedCount >> halvings));
    }

    /** Counts the inherited flips as they are believed to be. */
    void believeInherited() {
        wakeeFlips = flipsWith(inherited.believed());
        inheritedCount = inherited.believed();
    }

    /** Its flips have been halved. */
    void halved() {
        halvings = Math.min(halvings + 1, Integer.SIZE - 1);
    }

    private void setWeightOf(final RecordedTask other) {
        weight = other.weight;
        fair = other.fair;
    }

    @Override
    public String toString() {
        return "task " + pid;
    }
}
