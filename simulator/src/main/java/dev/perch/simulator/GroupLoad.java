package dev.perch.simulator;

import dev.perch.scheduler.fair.FairRunqueue;

/**
 * The one cache line on which a task group sums up its load over all CPUs (tg->load_avg). A CPU whose share has
 * changed by a 64th adds the difference with an atomic, for which the line must come from whoever wrote it last, one
 * CPU after the other; and whoever puts a task on a runqueue, or takes one off, reads it, which costs a transfer if it
 * was written since.
 */
final class GroupLoad {
    /** An atomic on a line that is near, nanoseconds; Zen 4 and Cascade Lake take 18 to 20 cycles. */
    private static final long ATOMIC = 6;

    private final Hardware hardware;
    private final FifoServer line = new FifoServer();
    private int writer = -1;
    private long version;

    GroupLoad(final Hardware hardware) {
        this.hardware = hardware;
    }

    /** Pays for what the runqueue of {@code p} has read and written since it last paid; nanoseconds. */
    double pay(final Processor p, final long now) {
        final FairRunqueue runqueue = p.runqueue;
        double nanos = 0;
        if (runqueue.groupReads() != p.groupReads) {
            p.groupReads = runqueue.groupReads();
            nanos = read(p);
        }
        if (runqueue.groupWrites() != p.groupWrites) {
            p.groupWrites = runqueue.groupWrites();
            nanos += write(p, now);
        }
        return nanos;
    }

    /** What {@code p} pays to put a task on another CPU's runqueue, which changes its load if the task {@code moves}. */
    double toEnqueue(final Processor p, final boolean moves, final long now) {
        return read(p) + (moves ? write(p, now) : 0);
    }

    /** What the runqueue of {@code p} has read and written so far was paid by others. */
    void paid(final Processor p) {
        p.groupReads = p.runqueue.groupReads();
        p.groupWrites = p.runqueue.groupWrites();
    }

    private double read(final Processor p) {
        if (p.groupVersion == version) {
            return 0;
        }
        p.groupVersion = version;
        return hardware.lineLatency(writer, p.cpu);
    }

    private double write(final Processor p, final long now) {
        final long done = line.serve(now, ATOMIC + Math.round(hardware.lineLatency(writer, p.cpu)));
        writer = p.cpu;
        p.groupVersion = ++version;
        return done - now;
    }
}
