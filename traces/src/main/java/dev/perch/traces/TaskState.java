package dev.perch.traces;

/**
 * The state in which a task left its CPU, as bits that are the same for every kernel and format. The kernel's own
 * bits differ between versions; its letters do not.
 */
public final class TaskState {
    /** Still runnable: it gave way. */
    public static final int RUNNING = 0;
    /** Sleeps, signals wake it. */
    public static final int INTERRUPTIBLE = 1;
    /** Sleeps for I/O or a lock. */
    public static final int UNINTERRUPTIBLE = 1 << 1;
    /** Stopped by a signal. */
    public static final int STOPPED = 1 << 2;
    /** Stopped by a debugger. */
    public static final int TRACED = 1 << 3;
    /** Dead, gone. */
    public static final int DEAD = 1 << 4;
    /** Dead, its parent has yet to ask. */
    public static final int ZOMBIE = 1 << 5;
    /** A parked kernel thread. */
    public static final int PARKED = 1 << 6;
    /** A kernel thread that sleeps without adding to the load average. */
    public static final int IDLE = 1 << 7;
    /** Sleeps, in a way this list does not name (wake-kill, waking, frozen). */
    public static final int OTHER = 1 << 8;
    /** Preempted: runnable, whatever else the state says. */
    public static final int PREEMPTED = 1 << 9;

    private static final String LETTERS = "SDTtXZPI?+";
    private static final int RAW_OTHER = 0x3c0;

    private TaskState() {}

    /** Whether a task that left in this state can run at once. */
    public static boolean isRunnable(final int state) {
        return state == RUNNING || (state & PREEMPTED) != 0;
    }

    /** Whether a task that left in this state never runs again. */
    public static boolean isDead(final int state) {
        return (state & (DEAD | ZOMBIE)) != 0 && (state & PREEMPTED) == 0;
    }

    /** The state's letters as the kernel prints them, {@code R} where there is none: {@code S}, {@code D}, {@code R+}. */
    public static String letters(final int state) {
        final var text = new StringBuilder();
        for (int bit = 0; bit < LETTERS.length(); bit++) {
            if ((state >> bit & 1) != 0) {
                text.append(text.isEmpty() && bit == 9 ? "R" : "").append(LETTERS.charAt(bit));
            }
        }
        return text.isEmpty() ? "R" : text.toString();
    }

    /** The state bit of one letter; 0 for R, for the bar between letters, and for what is no state's letter. */
    public static int ofLetter(final int letter) {
        return switch (letter) {
            case 'S' -> INTERRUPTIBLE;
            case 'D' -> UNINTERRUPTIBLE;
            case 'T' -> STOPPED;
            case 't' -> TRACED;
            case 'X', 'x' -> DEAD;
            case 'Z' -> ZOMBIE;
            case 'P' -> PARKED;
            case 'I' -> IDLE;
            case 'K', 'W', 'N', 'n', 'F', 'L', '?' -> OTHER;
            case '+' -> PREEMPTED;
            default -> 0;
        };
    }

    /**
     * The state of raw bits whose kernel is not known. The low bits never changed; a single higher bit marks
     * preemption (its place moved with each new state: 256, 512, 1024, 2048, 4096), unless the CPU went idle, which
     * it never does for a task that is still runnable.
     *
     * @param nextIdle whether the CPU switched to its idle task
     */
    public static int ofRaw(final long raw, final boolean nextIdle) {
        int state = 0;
        for (int bit = 0; bit < 4; bit++) {
            state |= (raw >> bit & 1) != 0 ? 1 << bit : 0;
        }
        state |= (raw & 16) != 0 ? DEAD : 0;
        state |= (raw & 32) != 0 ? ZOMBIE : 0;
        if (state == 0 && raw >= 256 && Long.bitCount(raw) == 1) {
            return nextIdle ? OTHER : PREEMPTED;
        }
        return (raw & RAW_OTHER) != 0 ? state | OTHER : state;
    }
}
