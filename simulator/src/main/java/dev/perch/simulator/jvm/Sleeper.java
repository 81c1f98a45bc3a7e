package dev.perch.simulator.jvm;

import dev.perch.simulator.Channel;
import dev.perch.simulator.KernelPath;

/** A thread of the kernel that can be asleep until another rings: what it sleeps on, and whether it does. */
final class Sleeper {
    /** The ringing: a message a time. */
    final Channel bell;
    /** Whether it sleeps, or is on its way to, and nobody has rung yet. */
    boolean isAsleep;
    /** When it was rung last, nanoseconds; 0 once that has been looked at. */
    long rungAt;

    /** Sleeps in a call that costs as {@code path} tells. */
    Sleeper(final KernelPath path) {
        bell = new Channel(path);
    }
}
