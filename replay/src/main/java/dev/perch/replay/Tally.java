package dev.perch.replay;

import dev.perch.scheduler.Search;
import dev.perch.topology.Distance;
import dev.perch.topology.Topology;
import java.util.EnumMap;
import java.util.Map;

/** Counts what one policy would have done with a recording's wake-ups. */
final class Tally {
    private final Topology topology;
    private final long[] fromWaker = new long[Distance.values().length];
    private final long[] fromPrev = new long[Distance.values().length];
    private long selections;
    private long agreed;
    private long examined;
    private long idle;
    private long nearer;
    private long warmer;

    Tally(final Topology topology) {
        this.topology = topology;
    }

    /** Counts one selection, for which the policy chose {@code choice}, idle or not. */
    void add(final Selection selection, final int choice, final boolean isIdle, final Search search) {
        final int waker = selection.wakeUp.cpu;
        final int prev = selection.prev();
        final Distance wakerDistance = topology.distance(waker, choice);
        final Distance prevDistance = topology.distance(prev, choice);
        selections++;
        fromWaker[wakerDistance.ordinal()]++;
        fromPrev[prevDistance.ordinal()]++;
        agreed += choice == selection.answer ? 1 : 0;
        examined += search.examined;
        if (isIdle) {
            idle++;
            nearer += wakerDistance.compareTo(topology.distance(waker, selection.answer)) < 0 ? 1 : 0;
            warmer += prevDistance.compareTo(topology.distance(prev, selection.answer)) < 0 ? 1 : 0;
        }
    }

    /** How many selections there were. */
    long selections() {
        return selections;
    }

    /** How many selections the policy decided as the recorded kernel did. */
    long agreed() {
        return agreed;
    }

    /** The counts so far, as shares. */
    PolicyReport report(final String policy) {
        return new PolicyReport(policy, percent(agreed), percent(fromWaker[Distance.SAME_CPU.ordinal()]),
                percent(fromWaker[Distance.SMT.ordinal()]), percent(fromWaker[Distance.CLUSTER.ordinal()]),
                percent(fromWaker[Distance.LLC.ordinal()]), percents(fromWaker), percents(fromPrev),
                selections == 0 ? 0 : (double) examined / selections, percent(idle), percent(nearer), percent(warmer));
    }

    private Map<Distance, Double> percents(final long[] counts) {
        final var shares = new EnumMap<Distance, Double>(Distance.class);
        for (final Distance distance : Distance.values()) {
            shares.put(distance, percent(counts[distance.ordinal()]));
        }
        return shares;
    }

    private double percent(final long count) {
        return selections == 0 ? 0 : 100.0 * count / selections;
    }
}
