package dev.perch.report.study;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * A published row and what Perch makes of it, in the row's own terms: where the table normalises, so do these figures.
 * What is not known is null.
 *
 * @param row             the row
 * @param baseline        the baseline's figure, the mean of its runs
 * @param baselineStdPct  their standard deviation, percent
 * @param candidate       the candidate's figure
 * @param candidateStdPct the standard deviation of its runs, percent
 * @param changePct       by how many percent the candidate's mean is better
 * @param leastChangePct  the least change of two runs of one seed
 * @param mostChangePct   the greatest
 * @param note            what else there is to say: why it is not modelled, or that its seeds disagree; may be empty
 */
public record Outcome(PublishedRow row, Double baseline, Double baselineStdPct, Double candidate,
        Double candidateStdPct, Double changePct, Double leastChangePct, Double mostChangePct, String note) {
    private static final double PERCENT = 100;
    private static final double PLACES = 1e4;

    /** The outcome of {@code plan}, given the runs of each experiment. */
    static Outcome of(final PublishedRow row, final Plan plan, final Function<Experiment, List<Figures>> runs) {
        return switch (plan) {
            case final Plan.NotModelled not -> unanswered(row, "not modelled: " + not.why());
            case final Plan.Computed computed -> new Outcome(row, computed.value(), null, null, null, null, null,
                    null, "");
            case final Plan.Simulated simulated -> simulated.candidate().isEmpty()
                    ? alone(row, read(simulated.reading(), runs.apply(simulated.baseline())))
                            .with(part(runs.apply(simulated.baseline())))
                    : compared(row, simulated.reading(), read(simulated.reading(), runs.apply(simulated.baseline())),
                            read(simulated.reading(), runs.apply(simulated.candidate().orElseThrow())))
                            .with(part(runs.apply(simulated.baseline())));
        };
    }

    /** What there is to say where no more than a part was simulated. */
    private static String part(final List<Figures> runs) {
        final double percent = runs.stream().mapToDouble(run -> run.value(Figures.SIMULATED)).min().orElse(PERCENT);
        return percent < PERCENT ? "of the whole "
                + BigDecimal.valueOf(percent).round(new MathContext(2)).toPlainString() + " % simulated" : "";
    }

    private Outcome with(final String more) {
        return more.isEmpty() ? this
                : new Outcome(row, baseline, baselineStdPct, candidate, candidateStdPct, changePct, leastChangePct,
                        mostChangePct, note.isEmpty() ? more : note + "; " + more);
    }

    private static double[] read(final Reading reading, final List<Figures> runs) {
        return runs.stream().mapToDouble(reading::of).toArray();
    }

    private static Outcome unanswered(final PublishedRow row, final String note) {
        return new Outcome(row, null, null, null, null, null, null, null, note);
    }

    private static Outcome alone(final PublishedRow row, final double[] baseline) {
        final double mean = mean(baseline);
        return Double.isFinite(mean)
                ? new Outcome(row, rounded(mean), rounded(deviation(baseline)), null, null, null, null, null, "")
                : unanswered(row, "no such figure came of the runs");
    }

    private static Outcome compared(final PublishedRow row, final Reading reading, final double[] baseline,
            final double[] candidate) {
        final double was = mean(baseline);
        final double is = mean(candidate);
        final double change = change(row, reading, was, is);
        if (!Double.isFinite(was) || !Double.isFinite(is)) {
            return unanswered(row, "no such figure came of the runs");
        }
        final double[] changes = IntStream.range(0, baseline.length)
                .mapToDouble(seed -> change(row, reading, baseline[seed], candidate[seed])).filter(Double::isFinite)
                .toArray();
        final double least = Arrays.stream(changes).min().orElse(change);
        final double most = Arrays.stream(changes).max().orElse(change);
        final double factor = row.better() == Better.POSITIVE_CHANGE_BETTER ? 1 + change / PERCENT : is / was;
        return new Outcome(row, row.isNormalized() ? 1.0 : rounded(was), rounded(deviation(baseline)),
                rounded(row.isNormalized() ? factor : is), rounded(deviation(candidate)), rounded(change),
                rounded(least), rounded(most), least < 0 && most > 0 ? "seeds disagree in sign" : "");
    }

    private static double change(final PublishedRow row, final Reading reading, final double baseline,
            final double candidate) {
        return row.better() == Better.DESCRIPTIVE ? PERCENT * (candidate - baseline) / baseline
                : reading.change(baseline, candidate);
    }

    private static double mean(final double[] runs) {
        return Arrays.stream(runs).average().orElse(Double.NaN);
    }

    private static double deviation(final double[] runs) {
        if (runs.length < 2) {
            return Double.NaN;
        }
        final double mean = mean(runs);
        final double squares = Arrays.stream(runs).map(run -> (run - mean) * (run - mean)).sum();
        return PERCENT * Math.sqrt(squares / (runs.length - 1)) / mean;
    }

    /** To the fourth place; null where there is no such number. */
    private static Double rounded(final double number) {
        return Double.isFinite(number) ? Math.round(number * PLACES) / PLACES : null;
    }

    /** Whether Perch has an answer. */
    public boolean isModelled() {
        return baseline != null;
    }

    /** Whether the seeds disagree about the sign of the change. */
    public boolean isDivided() {
        return changePct != null && leastChangePct < 0 && mostChangePct > 0;
    }

    /** Every column of the file under its name, then Perch's figures: what a program reads, and a flat table shows. */
    public Map<String, Object> columns() {
        final Map<String, Object> columns = new LinkedHashMap<>();
        final List<String> names = row.names();
        for (int i = 0; i < names.size(); i++) {
            columns.put(PublishedRow.NAMES.get(i), names.get(i));
        }
        for (int i = 0; i < PublishedRow.FIGURES.size(); i++) {
            columns.put(PublishedRow.FIGURES.get(i), row.figures()[i]);
        }
        columns.putAll(row.others());
        columns.put("sim_baseline", baseline);
        columns.put("sim_baseline_std_pct", baselineStdPct);
        columns.put("sim_candidate", candidate);
        columns.put("sim_change_pct", changePct);
        columns.put("sim_candidate_std_pct", candidateStdPct);
        columns.put("sim_change_min_pct", leastChangePct);
        columns.put("sim_change_max_pct", mostChangePct);
        columns.put("sim_note", note);
        return columns;
    }
}
