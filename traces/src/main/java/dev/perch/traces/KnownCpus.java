package dev.perch.traces;

import dev.perch.topology.Topology;
import java.util.ArrayList;
import java.util.List;

/**
 * Passes on the events of a recording whose CPUs a machine has. A damaged event names some CPU that is not there: it is
 * passed over and counted. The recording of another machine does so again and again: it is refused.
 */
final class KnownCpus implements EventSink {
    private static final int OTHER_MACHINE = 10; // one event in so many

    private final Topology machine;
    private final EventSink sink;
    private final boolean[] known;
    private long seen;
    private long passedOver;
    private int firstCpu;
    private long firstNanos;

    /** Passes events whose CPUs {@code machine} has on to {@code sink}. */
    KnownCpus(final Topology machine, final EventSink sink) {
        this.machine = machine;
        this.sink = sink;
        known = new boolean[machine.size()];
        machine.cpus().forEach(cpu -> known[cpu] = true);
    }

    @Override
    public void event(final Event event) {
        if (isKnown(event)) {
            sink.event(event);
        }
    }

    @Override
    public void events(final Event[] some, final int count) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            final Event event = some[i];
            if (isKnown(event)) {
                some[i] = some[kept];
                some[kept++] = event;
            }
        }
        sink.events(some, kept);
    }

    /** Whether the machine has all CPUs of this event, which is counted. */
    private boolean isKnown(final Event event) {
        if (event.kind == EventKind.CUT) {
            return isKnown(event.cpu);
        }
        seen++;
        final int target = event.target();
        final int origin = event.origin();
        if (isKnown(event.cpu) && isKnown(target) && isKnown(origin)) {
            return true;
        }
        if (passedOver++ == 0) {
            firstCpu = !isKnown(event.cpu) ? event.cpu : !isKnown(target) ? target : origin;
            firstNanos = event.nanos;
        }
        return false;
    }

    private boolean isKnown(final int cpu) {
        return cpu < known.length && known[cpu];
    }

    /**
     * What the recording held, with a warning that counts the events passed over.
     *
     * @param read the summary of reading all of it
     * @throws IllegalArgumentException if it is a recording of another machine
     */
    Summary checked(final Summary read) {
        if (passedOver == 0) {
            return read;
        }
        if (passedOver * OTHER_MACHINE > seen) {
            throw new IllegalArgumentException("the recording has CPU " + firstCpu + ", which the machine "
                    + machine.name() + " (CPUs " + machine.cpus() + ") lacks: name the recorded machine by --machine");
        }
        final List<Summary.Warning> warnings = new ArrayList<>(read.warnings());
        warnings.add(new Summary.Warning("an event of CPU " + firstCpu + ", which the machine lacks, passed over",
                passedOver, (firstNanos - read.firstNanos()) / 1000 + " us after the first event"));
        return read.with(warnings);
    }
}
