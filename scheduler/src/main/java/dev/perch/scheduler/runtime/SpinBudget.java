package dev.perch.scheduler.runtime;

/**
 * How long a carrier without work watches for some before it parks. It grows while work comes soon after parking and
 * shrinks while it does not, up to what a wake-up costs: spinning longer than that never pays. The rule is the one by
 * which Linux guests poll before they halt (Documentation/virt/guest-halt-polling).
 */
public final class SpinBudget {
    private static final long FIRST_NANOS = 1_000;

    private final WakeCost wakeCost;
    private long nanos;

    /** Does not watch until work has come soon. */
    public SpinBudget(final WakeCost wakeCost) {
        this.wakeCost = wakeCost;
    }

    /** How long to watch, nanoseconds; 0 for not at all. */
    public long nanos() {
        return nanos;
    }

    /** Learns that work came {@code idleNanos} after there was none. */
    public void wasIdle(final long idleNanos) {
        final long most = wakeCost.nanos();
        if (idleNanos > most) {
            nanos = nanos / 2 < FIRST_NANOS ? 0 : nanos / 2;
        } else if (idleNanos > nanos) {
            nanos = Math.min(most, Math.max(FIRST_NANOS, nanos * 2));
        }
    }
}
