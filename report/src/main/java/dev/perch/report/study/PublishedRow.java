package dev.perch.report.study;

import java.util.List;
import java.util.Map;

/**
 * A row of a published table. A figure that the table does not give is null.
 *
 * @param line            where it stands in its file, from 1
 * @param study           the study, which says what is compared
 * @param kernel          the kernel it was made on: {@code 6.5-rc1}
 * @param machine         the machine's name
 * @param nodes           the NUMA nodes that the run was bound to: {@code 0-1}; all where empty
 * @param bench           the benchmark
 * @param benchCase       its variant: {@code TCP_RR}
 * @param load            how much of it, as the table names it: {@code 28 threads}
 * @param metric          the figure: {@code throughput}
 * @param better          which direction is better
 * @param baseline        the baseline's figure
 * @param baselineStdPct  its standard deviation, percent of it
 * @param candidate       the candidate's figure
 * @param changePct       by how many percent the candidate is better
 * @param candidateStdPct the standard deviation of the candidate's figure, percent
 * @param others          the file's further columns and their text
 */
public record PublishedRow(int line, String study, String kernel, String machine, String nodes, String bench,
        String benchCase, String load, String metric, Better better, Double baseline, Double baselineStdPct,
        Double candidate, Double changePct, Double candidateStdPct, Map<String, String> others) {
    /** The columns that say what a row is about, in the order of the bundled file. */
    static final List<String> NAMES = List.of("study", "kernel", "machine", "numa_nodes", "bench", "case", "load",
            "metric", "better");
    /** The columns of figures. */
    static final List<String> FIGURES = List.of("baseline", "baseline_std_pct", "candidate", "change_pct",
            "candidate_std_pct");
    private static final double LEAST_CHANGE = 1;
    private static final double DEVIATIONS = 2;
    private static final int SET_ASIDE = 3;

    /** What heads the rows of one study, kernel and machine: with the policies that stand for that kernel's. */
    public String heading() {
        final Study about = Study.named(study);
        return study + ": " + kernel + " on " + machine + (nodes.isEmpty() ? "" : ", nodes " + nodes) + " ("
                + about.baseline(kernel).name()
                + about.candidate(kernel).map(candidate -> ", " + candidate.name()).orElse("") + ")";
    }

    /** The benchmark and its case, once where they are the same. */
    public String benchName() {
        return bench.equals(benchCase) ? bench : bench + "/" + benchCase;
    }

    /** Whether the table gives the baseline as 1.00 and the candidate as a factor, or nothing but the change. */
    public boolean isNormalized() {
        return better == Better.POSITIVE_CHANGE_BETTER || metric.equals("normalized");
    }

    /** Whether the change is beyond twice its standard deviation (0 where none is given) and beyond one point. */
    public boolean isSignificant() {
        final double deviation = candidateStdPct == null ? 0 : candidateStdPct;
        return changePct != null && Math.abs(changePct) > Math.max(LEAST_CHANGE, DEVIATIONS * deviation);
    }

    /** Whether its two figures say that the candidate is worse where its change says better, or the other way round. */
    boolean deniesItsChange() {
        if (baseline == null || candidate == null || changePct == null || better.direction().isEmpty()) {
            return false;
        }
        final double rise = candidate - baseline;
        return (better == Better.HIGHER ? rise : -rise) * changePct < 0;
    }

    /** Whether it is of the third that was set aside while the model was made: every third line of its file. */
    public boolean isSetAside() {
        return line % SET_ASIDE == 0;
    }

    /** The texts of {@link #NAMES}' columns. */
    List<String> names() {
        return List.of(study, kernel, machine, nodes, bench, benchCase, load, metric, better.text());
    }

    /** The figures of {@link #FIGURES}' columns, null where not given. */
    Double[] figures() {
        return new Double[]{baseline, baselineStdPct, candidate, changePct, candidateStdPct};
    }

    /** What stands where a row is wrong: {@code column 'load': why}. */
    static IllegalArgumentException wrong(final String column, final String why) {
        return new IllegalArgumentException("column '" + column + "': " + why);
    }
}
