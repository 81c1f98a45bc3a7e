package dev.perch.traces;

/**
 * One event of a recording, as every format tells it. A reader fills the same few objects again and again, so that
 * no event allocates: what a sink receives is valid during the call only. {@link EventKind} says which of the fields
 * below the common ones a kind sets; the rest are left over from other events.
 */
public final class Event {
    /** {@link #flags} where the recording does not hold them. */
    public static final int FLAGS_UNKNOWN = -1;
    /** In {@link #flags}: interrupts were off. */
    public static final int IRQS_OFF = 1;
    /** In {@link #flags}: the running task was asked to reschedule. */
    public static final int NEED_RESCHED = 1 << 2;
    /** In {@link #flags}: a hardware interrupt emitted the event, not the task it interrupted. */
    public static final int HARDIRQ = 1 << 3;
    /** In {@link #flags}: a softirq emitted the event. */
    public static final int SOFTIRQ = 1 << 4;
    /** In {@link #flags}: a non-maskable interrupt emitted the event. */
    public static final int NMI = 1 << 6;
    /** A pid that the recording does not know. */
    public static final int NO_PID = -1;

    /** What happened. */
    public EventKind kind = EventKind.OTHER;
    /** When, in ns of the recording's clock (in ticks where the clock has no unit, see {@link Summary#clock}). */
    public long nanos;
    /** The CPU that emitted the event. */
    public int cpu;
    /** The task that ran there; 0 the idle task, {@link #NO_PID} not known. */
    public int pid;
    /** Its name, in the recording's {@link Names}. */
    public int comm;
    /** The context it was emitted from, of the bits above, or {@link #FLAGS_UNKNOWN}. */
    public int flags;

    /** Whom the event is about: next, wakee, migrated, child, ended. */
    public int task;
    /** Its name. */
    public int taskComm;
    /** Its priority as the kernel counts: 0 to 99 real time, 100 to 139 nice -20 to 19. */
    public int taskPrio;
    /** The CPU the event names: previous for {@link EventKind#WAKING}, else where the task goes or was placed. */
    public int targetCpu;
    /** The CPU a task came from. */
    public int originCpu;

    /** The task switched out. */
    public int prevPid;
    /** Its name. */
    public int prevComm;
    /** Its priority. */
    public int prevPrio;
    /** Its state, see {@link TaskState}. */
    public int prevState;

    /** An interrupt's number, a softirq's vector, an idle state, a count of lost events. */
    public int number;

    /** The wake flags: 0x8 TTWU, 0x10 SYNC. */
    public int wakeFlags;
    /** The wakee's recent_used_cpu. */
    public int recentCpu;
    /** The wakee's wakee_flips. */
    public int flips;
    /** The wakee's util_avg, 0 to 1024. */
    public int util;
    /** How many CPUs the wakee may use. */
    public int allowed;

    /** An event that tells nothing yet. */
    public Event() {}

    /** Whether an interrupt, not the running task, emitted this; false where {@link #flags} are not known. */
    public boolean fromInterrupt() {
        return flags > 0 && (flags & (HARDIRQ | SOFTIRQ | NMI)) != 0;
    }

    /** The CPU that {@link #targetCpu} names in an event of this kind; {@link #cpu} where it names none. */
    int target() {
        return switch (kind) {
            case WAKING, WAKEUP, WAKEUP_NEW, MIGRATE, CPU_IDLE, SELECTED -> targetCpu;
            default -> cpu;
        };
    }

    /** The CPU that {@link #originCpu} names in an event of this kind; {@link #cpu} where it names none. */
    int origin() {
        return kind == EventKind.MIGRATE || kind == EventKind.SELECT ? originCpu : cpu;
    }

    /** Makes this event a copy of {@code other}, for sinks that keep some. */
    public void copy(final Event other) {
        kind = other.kind;
        nanos = other.nanos;
        cpu = other.cpu;
        pid = other.pid;
        comm = other.comm;
        flags = other.flags;
        task = other.task;
        taskComm = other.taskComm;
        taskPrio = other.taskPrio;
        targetCpu = other.targetCpu;
        originCpu = other.originCpu;
        prevPid = other.prevPid;
        prevComm = other.prevComm;
        prevPrio = other.prevPrio;
        prevState = other.prevState;
        number = other.number;
        wakeFlags = other.wakeFlags;
        recentCpu = other.recentCpu;
        flips = other.flips;
        util = other.util;
        allowed = other.allowed;
    }
}
