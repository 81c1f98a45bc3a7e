package dev.perch.traces;

import java.io.IOException;

/** Finds out how many CPUs a recorded machine has at least. */
final class CpuCount implements EventSink {
    private static final int FEW = 64;

    /** Ends a reading that has told enough. */
    private static final class Enough extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Enough() {
            super(null, null, false, false);
        }
    }

    private final TraceReader reader;
    private final Intake intake;
    private final long[] events = new long[Intake.MOST_CPUS]; // that name the CPU

    CpuCount(final TraceReader reader, final Names names) {
        this.reader = reader;
        intake = new Intake(reader.format(), names, (some, count) -> {
            events(some, count);
            return some;
        });
    }

    /** What the header tells, where that is enough; else what the events show, all of which are read then. */
    int of(final Source source) throws IOException {
        try {
            reader.read(source, intake);
            intake.finish();
        } catch (final Enough e) {
            return intake.cpuCount();
        }
        return Math.max(intake.cpuCount(), named());
    }

    /**
     * How many CPUs the events show. A CPU that one event alone names, and that lies beyond twice as many CPUs as the
     * others are (but not among the first few dozen), is taken for damage.
     */
    private int named() {
        int once = 0;
        int often = 0;
        for (int cpu = 0; cpu < events.length; cpu++) {
            often = events[cpu] > 1 ? cpu + 1 : often;
        }
        for (int cpu = 0; cpu < (often == 0 ? events.length : Math.clamp(2L * often, FEW, events.length)); cpu++) {
            once = events[cpu] > 0 ? cpu + 1 : once;
        }
        return Math.max(once, often);
    }

    @Override
    public void event(final Event event) {
        if (intake.cpuCount() > 0 && reader.countsCpus()) {
            throw new Enough();
        }
        final int target = event.target();
        final int origin = event.origin();
        events[event.cpu]++;
        events[target] += target == event.cpu ? 0 : 1;
        events[origin] += origin == event.cpu || origin == target ? 0 : 1;
    }
}
