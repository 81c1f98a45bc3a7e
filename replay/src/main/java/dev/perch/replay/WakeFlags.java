package dev.perch.replay;

import dev.perch.scheduler.WakeUp;
import dev.perch.traces.Event;
import dev.perch.traces.Names;
import dev.perch.traces.TaskState;

/**
 * The wake flags that a recording without probes does not tell, from what is known of each waking. Pipes, sockets and
 * waiting parents wake with SYNC, through the wait queues of ordinary (interruptible) sleepers. Locks and I/O wake
 * uninterruptible ones, and kernel threads are woken for work: neither with SYNC. Nor do timers, in hard interrupts and
 * while a CPU idles; a softirq that interrupts a task delivers a packet that this task sent, most often. Of 85,542
 * wake-ups of 6.1 and 6.12 whose flags probes tell this is right in 97.5 %; that a task's own wake-ups alone, and all of
 * them, carry SYNC is right in 90.5 %.
 */
public final class WakeFlags {
    private static final int NOT_A_TASK = Event.HARDIRQ | Event.NMI;

    private WakeFlags() {}

    /** The flags of {@code waking}, whose wakee left its CPU in {@code state}, see {@link TaskState}. */
    static int guessed(final Event waking, final int state, final Names names) {
        return isSync(waking, state, names) ? WakeUp.TTWU | WakeUp.SYNC : WakeUp.TTWU;
    }

    /** Whether {@code waking}, whose wakee left its CPU in {@code state}, is taken to carry SYNC. */
    public static boolean isSync(final Event waking, final int state, final Names names) {
        final boolean byTask = waking.pid > 0
                && (waking.flags == Event.FLAGS_UNKNOWN || (waking.flags & NOT_A_TASK) == 0);
        return byTask && state == TaskState.INTERRUPTIBLE && !BoundThreads.isKernels(names, waking.taskComm);
    }
}
