package dev.perch.simulator;

import dev.perch.scheduler.fair.FairRunqueue;
import dev.perch.scheduler.fair.SchedEntity;

/**
 * The one cache line on which a task group sums up its load over all CPUs (tg->load_avg). A CPU whose share has
 * changed by a 64th adds the difference with an atomic; then whoever puts a task on a runqueue, or takes one off, reads
 * the sum. The line moves for an atomic, and for the first read after one, from whoever wrote it last, one move after
 * the other; reads after that find it shared and pay its flight alone. (On two sockets of Sapphire Rapids, 4.2 million
 * wake-ups a second spent two fifths of 224 CPUs here: Aaron Lu, "ratelimit update to tg->load_avg", LKML, August 2023.)
 */
final class GroupLoad {
    /** An atomic on a line that is near, nanoseconds; Zen 4 and Cascade Lake take 18 to 20 cycles. */
    private static final long ATOMIC = 6;

    private final Hardware hardware;
    private final FifoServer line = new FifoServer();
    private int writer = -1;
    private long version;
    /** Whether the line was read since it was last written. */
    private boolean shared;

    GroupLoad(final Hardware hardware) {
        this.hardware = hardware;
    }

    /** Pays for what the runqueue of {@code p} has written and read since it last paid; nanoseconds. */
    double pay(final Processor p, final long now) {
        final FairRunqueue runqueue = p.runqueue;
        final boolean writes = runqueue.groupWrites() != p.groupWrites;
        final boolean reads = runqueue.groupReads() != p.groupReads;
        paid(p);
        return writes ? write(p, now) : reads ? read(p, now) : 0;
    }

    /** What {@code p} pays to put {@code entity} on the runqueue of {@code target}. */
    double toEnqueue(final Processor p, final Processor target, final SchedEntity entity, final long now) {
        return target.runqueue.addsToGroup(entity, now) ? write(p, now) : read(p, now);
    }

    /** What the runqueue of {@code p} has read and written so far was paid by others. */
    void paid(final Processor p) {
        p.groupReads = p.runqueue.groupReads();
        p.groupWrites = p.runqueue.groupWrites();
    }

    /** {@code p} reads the sum; how long that takes, nanoseconds. */
    double read(final Processor p, final long now) {
        if (p.groupVersion == version) {
            return 0;
        }
        p.groupVersion = version;
        final long flight = Math.round(hardware.lineLatency(writer, p.cpu));
        if (shared) {
            return Math.max(0, line.freeAt() - now) + flight;
        }
        shared = true;
        return line.serve(now, flight) - now;
    }

    /** {@code p} adds to the sum, and has it then; how long that takes, nanoseconds. */
    double write(final Processor p, final long now) {
        final long done = line.serve(now, ATOMIC + Math.round(hardware.lineLatency(writer, p.cpu)));
        writer = p.cpu;
        shared = false;
        p.groupVersion = ++version;
        return done - now;
    }
}
