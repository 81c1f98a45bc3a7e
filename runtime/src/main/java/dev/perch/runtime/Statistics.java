package dev.perch.runtime;

import dev.perch.topology.Distance;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What a scheduler has done since it was built: a snapshot, its parts read one after another while it works.
 *
 * @param placementsFromWaker placements of wake-ups that happened on a carrier, by the distance between that CPU and
 *                            the chosen one
 * @param placementsFromPrev  placements of all that had run before, by the distance between prev and the chosen CPU
 * @param pulls               entities that idle carriers took from others, by distance
 * @param sisSearch           placements that looked beyond the first choice (sis_search)
 * @param sisDomainSearch     of these, those that went beyond prev (sis_domain_search)
 * @param sisScanned          runqueues or masks looked at, plus one a search (sis_scanned)
 * @param sisFailed           searches that found nothing idle (sis_failed)
 * @param runs                times a carrier began to run something
 * @param parks               times a carrier parked
 * @param kicks               times a waker woke a parked carrier
 * @param latency             from wake-up to running, one wake-up in 64 measured
 * @param stranded            what stood still in a queue until the tick handed it to a parked carrier: for how long, as
 *                            the ticks saw it, one period more at most
 * @param wakeCostNanos       the measured cost of waking a parked carrier, nanoseconds
 * @param live                threads and jobs that have begun and not ended
 */
public record Statistics(Map<Distance, Long> placementsFromWaker, Map<Distance, Long> placementsFromPrev,
        Map<Distance, Long> pulls, long sisSearch, long sisDomainSearch, long sisScanned, long sisFailed, long runs,
        long parks, long kicks, Latency latency, Latency stranded, long wakeCostNanos, long live) {

    /**
     * A distribution of latencies, each value rounded up by at most an eighth.
     *
     * @param samples   how many were measured
     * @param p50Nanos  median, nanoseconds
     * @param p99Nanos  99th percentile, nanoseconds
     * @param p999Nanos 99.9th percentile, nanoseconds
     * @param maxNanos  the greatest, nanoseconds
     */
    public record Latency(long samples, long p50Nanos, long p99Nanos, long p999Nanos, long maxNanos) {
        private static Latency of(final Histogram histogram) {
            return new Latency(histogram.count(), histogram.quantileNanos(0.5), histogram.quantileNanos(0.99),
                    histogram.quantileNanos(0.999), histogram.quantileNanos(1));
        }
    }

    /** Reads the counters of {@code dispatcher}. */
    static Statistics of(final Dispatcher dispatcher) {
        final var total = new long[Counters.LENGTH];
        final var latency = new Histogram();
        for (final Carrier carrier : dispatcher.carriers()) {
            add(total, carrier.waker.counters);
            latency.add(carrier.latency);
        }
        final var stranded = new Histogram();
        stranded.add(dispatcher.tick().stranded());
        dispatcher.outsideCounters().forEach(counters -> add(total, counters));
        return new Statistics(byDistance(total, Counters.FROM_WAKER), byDistance(total, Counters.FROM_PREV),
                byDistance(total, Counters.PULLED), total[Counters.SIS_SEARCH], total[Counters.SIS_DOMAIN_SEARCH],
                total[Counters.SIS_SCANNED], total[Counters.SIS_FAILED], total[Counters.RUNS], total[Counters.PARKS],
                total[Counters.KICKS],
                Latency.of(latency), Latency.of(stranded), dispatcher.wakeCost().nanos(), dispatcher.lifetime().live());
    }

    private static void add(final long[] total, final Counters counters) {
        for (int i = 0; i < total.length; i++) {
            total[i] += counters.get(i);
        }
    }

    private static Map<Distance, Long> byDistance(final long[] total, final int from) {
        final var map = new EnumMap<Distance, Long>(Distance.class);
        for (final Distance distance : Distance.values()) {
            map.put(distance, total[Counters.entry(from, distance)]);
        }
        return Collections.unmodifiableMap(map);
    }
}
