package dev.perch.simulator;

/**
 * Chooses how deep an idle CPU rests: the deepest state that is worth it for as long as its idle times have usually
 * lasted of late (an average in which each counts an eighth), as the kernel's governors guess from recent intervals.
 */
final class IdleGovernor {
    private static final double SHARE = 1.0 / 8;

    /** A longer idle time says no more than that the deepest state was worth it: half of what the governors let count. */
    private static final int MOST_RESIDENCIES = 2;

    private final double[] residency;
    private final double longest;
    private final double[] exit;
    private final boolean[] byWrite;

    IdleGovernor(final Hardware hardware) {
        residency = hardware.idleResidency;
        longest = MOST_RESIDENCIES * residency[residency.length - 1];
        exit = hardware.idleExit;
        byWrite = hardware.idleByWrite;
    }

    /** {@code p} has idled since {@code since}, long enough for its deepest state to pay. */
    void start(final Processor p, final long since, final long now) {
        p.usualIdle = Math.min((double) (now - since), longest);
        rest(p, since);
    }

    /** {@code p} comes to rest. */
    void rest(final Processor p, final long now) {
        p.idleSince = now;
        int state = 0;
        while (state + 1 < residency.length && residency[state + 1] <= p.usualIdle) {
            state++;
        }
        p.idleExit = exit[state];
        p.wakesByWrite = byWrite[state];
    }

    /** {@code p} is woken. */
    void woken(final Processor p, final long now) {
        p.usualIdle += SHARE * (Math.min((double) (now - p.idleSince), longest) - p.usualIdle);
    }
}
