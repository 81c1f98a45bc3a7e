package dev.perch.simulator;

/** A barrier as OpenMP's: who comes early runs in a loop for a while, then sleeps. */
public final class SpinningBarrier {
    final int parties;
    final long spinNanos;
    final TaskQueue sleepers = new TaskQueue();
    int arrived;
    /** How often all have come; who waits for the next time sees it grow. */
    long rounds;

    /**
     * A barrier for {@code parties} tasks, 1 upwards.
     *
     * @param spinNanos how long a task runs before it sleeps
     */
    public SpinningBarrier(final int parties, final long spinNanos) {
        if (parties < 1) {
            throw new IllegalArgumentException("a barrier needs at least one task, not " + parties);
        }
        this.parties = parties;
        this.spinNanos = spinNanos;
    }

    /** How many tasks it is for. */
    public int parties() {
        return parties;
    }
}
