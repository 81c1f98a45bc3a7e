package dev.perch.traces;

import dev.perch.topology.CpuSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a recording held, known once it has been read.
 *
 * @param format the reader's format
 * @param kernel the kernel's release, where the recording tells
 * @param clock the clock's name, where the recording tells
 * @param timed whether stamps are ns; false where the clock counts something else (ticks, events)
 * @param cpus the CPUs that emitted an event
 * @param cpuCount how many CPUs the recording says the machine has, 0 where it does not say
 * @param events all events, whatever their kind
 * @param counts the events of each kind, kinds without any left out
 * @param firstNanos the first stamp
 * @param lastNanos the last stamp, equal to the first where there is no event
 * @param gaps how often events of a CPU were lost
 * @param lost how many events were lost in those gaps, as far as it was recorded
 * @param overwritten how many older events the recorder's ring buffers had overwritten before the first one here
 * @param disorder events that came too late for the window in which readers sort
 * @param warnings what was odd or broken, each kind once
 * @param cut where the file ended too early, if it did
 */
public record Summary(String format, Optional<String> kernel, Optional<String> clock, boolean timed, CpuSet cpus,
        int cpuCount, long events, Map<EventKind, Long> counts, long firstNanos, long lastNanos, long gaps, long lost,
        long overwritten, long disorder, List<Warning> warnings, Optional<String> cut) {

    /** How many events of this kind there are. */
    public long count(final EventKind kind) {
        return counts.getOrDefault(kind, 0L);
    }

    /** From the first event to the last, in ns. */
    public long spanNanos() {
        return lastNanos - firstNanos;
    }

    /** The same with these warnings. */
    Summary with(final List<Warning> all) {
        return new Summary(format, kernel, clock, timed, cpus, cpuCount, events, counts, firstNanos, lastNanos, gaps,
                lost, overwritten, disorder, List.copyOf(all), cut);
    }

    /**
     * One kind of oddity.
     *
     * @param what what was met
     * @param count how often
     * @param firstPlace where first
     */
    public record Warning(String what, long count, String firstPlace) {
        @Override
        public String toString() {
            return firstPlace + ": " + what + (count > 1 ? " (and " + (count - 1) + " more)" : "");
        }
    }
}
