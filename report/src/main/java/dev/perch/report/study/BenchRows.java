package dev.perch.report.study;

import dev.perch.simulator.Metric.Better;
import dev.perch.simulator.SearchTimes;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** How the rows of one benchmark are read: a workload, how much of it, and which figure. */
interface BenchRows {
    /** A number with an optional word: {@code 1}, {@code 6-threads}, {@code 28 threads}. */
    Pattern LOAD = Pattern.compile("(\\d{1,9})(?:[ -]?[A-Za-z]+)?");
    /** The most that {@code --load} takes. */
    int MOST_LOAD = 100_000;

    /** The benchmark that {@code row} runs; empty where this is about others, or knows no such case or figure. */
    Optional<Drive> drive(PublishedRow row);

    /** The number in a row's load; fails where there is none. */
    static int load(final PublishedRow row) {
        final Matcher matcher = LOAD.matcher(row.load());
        final int load = matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
        if (load < 1 || load > MOST_LOAD) {
            throw PublishedRow.wrong("load", "'" + row.load() + "' is no load of " + row.bench()
                    + ": write a number from 1 to " + MOST_LOAD + ", with or without a word");
        }
        return load;
    }

    /** A figure of the idle search, which every benchmark has; empty where the row prints another. */
    static Optional<Reading> search(final PublishedRow row) {
        return switch (row.metric()) {
            case "se_eff_pct", "dom_eff_pct", "fast_rate_pct", "success_rate_pct" ->
                Optional.of(Reading.of(row.metric(), Better.HIGHER));
            case "sis_search", "sis_domain_search", "sis_scanned", "sis_failed" ->
                Optional.of(Reading.of(row.metric(), Better.LOWER));
            default -> IntStream.range(0, SearchTimes.BUCKETS).mapToObj(SearchTimes::figure)
                    .filter(row.metric()::equals).findFirst().map(figure -> Reading.of(figure, Better.LOWER));
        };
    }

    /** The throughput that a benchmark is judged by alone, also where the table normalises it. */
    static Optional<Reading> throughput(final PublishedRow row) {
        return switch (row.metric()) {
            case "throughput", "normalized" -> Optional.of(Reading.of("throughput", Better.HIGHER));
            default -> search(row);
        };
    }
}
