package dev.perch.replay;

import dev.perch.scheduler.WakeUp;

/** One selection of a CPU that a recording tells of: the wake-up with its inputs, and the kernel's answer. */
final class Selection {
    /** What went in; valid while its sink looks at it. */
    final WakeUp wakeUp = new WakeUp();
    /** The CPU that the kernel chose. */
    int answer;
    /** Whether a probe told the wakee's flips. */
    boolean isProbed;
    /** The CPUs that were idle when the selection began, by words. */
    long[] availableBefore = {};

    RecordedTask wakee() {
        return (RecordedTask) wakeUp.wakee;
    }

    RecordedTask waker() {
        return (RecordedTask) wakeUp.waker;
    }

    /** The CPU that the wakee ran on before. */
    int prev() {
        return wakeUp.wakee.cpu;
    }

    /** Whether it is a wake-up, not a fork or exec. */
    boolean isWakeUp() {
        return (wakeUp.flags & WakeUp.TTWU) != 0;
    }
}
