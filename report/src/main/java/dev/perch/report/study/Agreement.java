package dev.perch.report.study;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.hipparchus.stat.correlation.SpearmansCorrelation;
import org.hipparchus.stat.descriptive.rank.Median;

/**
 * How well Perch's answers agree with the published ones. What no row tells about is null.
 *
 * @param rows         rows
 * @param modelled     of these, with an answer
 * @param significant  answered rows whose published change is beyond twice its standard deviation and one point
 * @param sameSign     of these, where Perch's change has the published sign
 * @param divided      answered rows whose seeds disagree about the sign
 * @param small        answered rows with a published change under 50 points
 * @param medianPoints the median absolute difference of change over these, points
 * @param rho          Spearman's rank correlation of change over the significant rows
 * @param large        answered rows with a published change beyond 50 points
 * @param largeHit     of these, with the same sign and a ratio of candidate to baseline within a factor of 2
 * @param search       answered rows of search efficiencies and rates
 * @param searchHit    of these, rates within 10 points and efficiencies within a factor of 1.5
 * @param absolute     answered throughputs of the Kunpeng
 * @param absoluteHit  of these, with a baseline within 15 percent
 * @param exact        answered rows of formulas
 * @param exactHit     of these, equal
 */
public record Agreement(int rows, int modelled, int significant, int sameSign, int divided, int small,
        Double medianPoints, Double rho, int large, int largeHit, int search, int searchHit, int absolute,
        int absoluteHit, int exact, int exactHit) {
    private static final double LARGE = 50;
    private static final double LARGE_FACTOR = 2;
    private static final double RATE_POINTS = 10;
    private static final double EFFICIENCY_FACTOR = 1.5;
    private static final double ABSOLUTE = 0.15;
    private static final double PERCENT = 100;
    private static final double PLACES = 1e4;
    private static final Set<String> RATES = Set.of("fast_rate_pct", "success_rate_pct");
    private static final Set<String> EFFICIENCIES = Set.of("se_eff_pct", "dom_eff_pct");

    /** The agreement of these rows. */
    public static Agreement of(final List<Outcome> all) {
        final List<Outcome> answered = all.stream().filter(Outcome::isModelled).toList();
        final List<Outcome> changes = answered.stream()
                .filter(one -> one.row().changePct() != null && one.changePct() != null).toList();
        final List<Outcome> significant = changes.stream().filter(one -> one.row().isSignificant()).toList();
        final List<Outcome> small = changes.stream().filter(one -> Math.abs(one.row().changePct()) < LARGE).toList();
        final List<Outcome> large = changes.stream().filter(one -> Math.abs(one.row().changePct()) > LARGE).toList();
        final List<Outcome> search = answered.stream().filter(Agreement::isSearch).toList();
        final List<Outcome> absolute = answered.stream().filter(Agreement::isKunpengThroughput).toList();
        final List<Outcome> exact = answered.stream()
                .filter(one -> one.row().better() == Better.EXACT && one.row().baseline() != null).toList();
        return new Agreement(all.size(), answered.size(), significant.size(),
                count(significant, Agreement::hasSameSign), count(answered, Outcome::isDivided), small.size(),
                median(small), rho(significant), large.size(), count(large, Agreement::isLargeHit), search.size(),
                count(search, Agreement::isSearchHit), absolute.size(), count(absolute, Agreement::isAbsoluteHit),
                exact.size(), count(exact, one -> one.baseline().equals(one.row().baseline())));
    }

    private static int count(final List<Outcome> rows, final Predicate<Outcome> test) {
        return (int) rows.stream().filter(test).count();
    }

    private static boolean hasSameSign(final Outcome one) {
        return Math.signum(one.changePct()) == Math.signum(one.row().changePct());
    }

    private static Double median(final List<Outcome> rows) {
        return rows.isEmpty() ? null
                : rounded(new Median().evaluate(rows.stream()
                        .mapToDouble(one -> Math.abs(one.changePct() - one.row().changePct())).toArray()));
    }

    private static Double rho(final List<Outcome> rows) {
        return rows.size() < 2 ? null
                : rounded(new SpearmansCorrelation().correlation(
                        rows.stream().mapToDouble(one -> one.row().changePct()).toArray(),
                        rows.stream().mapToDouble(Outcome::changePct).toArray()));
    }

    private static boolean isLargeHit(final Outcome one) {
        final double published = ratio(one.row(), one.row().changePct());
        final double simulated = ratio(one.row(), one.changePct());
        return hasSameSign(one) && within(simulated, published, LARGE_FACTOR);
    }

    /** Candidate to baseline, that a change says. */
    private static double ratio(final PublishedRow row, final double changePct) {
        return 1 + (row.better() == Better.LOWER ? -changePct : changePct) / PERCENT;
    }

    private static boolean within(final double simulated, final double published, final double factor) {
        return simulated > 0 && published > 0 && simulated <= published * factor && published <= simulated * factor;
    }

    private static boolean isSearch(final Outcome one) {
        final String metric = one.row().metric();
        return one.row().baseline() != null && (RATES.contains(metric) || EFFICIENCIES.contains(metric));
    }

    private static boolean isSearchHit(final Outcome one) {
        return RATES.contains(one.row().metric())
                ? Math.abs(one.baseline() - one.row().baseline()) <= RATE_POINTS
                : within(one.baseline(), one.row().baseline(), EFFICIENCY_FACTOR);
    }

    private static boolean isKunpengThroughput(final Outcome one) {
        return one.row().machine().startsWith("kunpeng920") && one.row().metric().equals("throughput")
                && one.row().better() == Better.HIGHER && one.row().baseline() != null;
    }

    private static boolean isAbsoluteHit(final Outcome one) {
        return Math.abs(one.baseline() / one.row().baseline() - 1) <= ABSOLUTE;
    }

    private static Double rounded(final double number) {
        return Double.isFinite(number) ? Math.round(number * PLACES) / PLACES : null;
    }

    /** What part of {@code whole} {@code part} is, percent to the tenth; null of nothing. */
    private static Double percent(final int part, final int whole) {
        return whole == 0 ? null : Math.round(part * 1000.0 / whole) / 10.0;
    }

    /** The figures by name, shares in percent. */
    public Map<String, Object> columns() {
        final Map<String, Object> columns = new LinkedHashMap<>();
        columns.put("rows", rows);
        columns.put("modelled", modelled);
        columns.put("seeds_disagree", divided);
        columns.put("significant", significant);
        columns.put("sign_agreement_pct", percent(sameSign, significant));
        columns.put("small", small);
        columns.put("median_difference_points", medianPoints);
        columns.put("spearman_rho", rho);
        columns.put("large", large);
        columns.put("large_within_factor_2_pct", percent(largeHit, large));
        columns.put("search", search);
        columns.put("search_within_bounds_pct", percent(searchHit, search));
        columns.put("kunpeng_throughput", absolute);
        columns.put("kunpeng_within_15_pct", percent(absoluteHit, absolute));
        columns.put("nr_scan", exact);
        columns.put("nr_scan_exact", exactHit);
        return columns;
    }
}
