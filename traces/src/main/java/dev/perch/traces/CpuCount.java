package dev.perch.traces;

import java.io.IOException;

/** Finds out how many CPUs a recorded machine has at least. */
final class CpuCount implements EventSink {
    /** Ends a reading that has told enough. */
    private static final class Enough extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Enough() {
            super(null, null, false, false);
        }
    }

    private final TraceReader reader;
    private final Intake intake;
    private int highest;

    CpuCount(final TraceReader reader, final Names names) {
        this.reader = reader;
        intake = new Intake(reader.format(), names, this);
    }

    /** What the header tells, where that is enough; else what the events show, all of which are read then. */
    int of(final Source source) throws IOException {
        try {
            reader.read(source, intake);
            intake.finish();
        } catch (final Enough e) {
            return intake.cpuCount();
        }
        return Math.max(intake.cpuCount(), highest + 1);
    }

    @Override
    public void event(final Event event) {
        if (intake.cpuCount() > 0 && reader.countsCpus()) {
            throw new Enough();
        }
        highest = Math.max(highest, Math.max(event.cpu, switch (event.kind) {
            case WAKING, WAKEUP, WAKEUP_NEW, CPU_IDLE, SELECTED -> event.targetCpu;
            case MIGRATE -> Math.max(event.originCpu, event.targetCpu);
            case SELECT -> event.originCpu;
            default -> 0;
        }));
    }
}
