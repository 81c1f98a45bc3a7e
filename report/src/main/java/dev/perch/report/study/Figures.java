package dev.perch.report.study;

import dev.perch.simulator.Metric;
import dev.perch.simulator.RunResult;
import dev.perch.simulator.SearchForm;
import dev.perch.simulator.SearchStatistics;
import dev.perch.simulator.SearchTimes;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Everything that a run measured, by name: the workload's metrics; the search efficiencies as schedtests defines them,
 * in percent; the search counters, averages per CPU; the scans of the LLC by the time they took, counted over the run.
 *
 * @param values the figures by name; what could not be measured is not there
 */
record Figures(Map<String, Double> values) {
    /** The figure that tells how many percent of a workload that has an end were simulated. */
    static final String SIMULATED = "simulated_pct";

    /** The figures of a run of {@code experiment}. */
    static Figures of(final Experiment experiment, final RunResult result) {
        final Map<String, Double> values = new TreeMap<>();
        final List<Metric> metrics = experiment.workload().metrics();
        for (int i = 0; i < metrics.size(); i++) {
            values.put(metrics.get(i).name(), result.values().get(i));
        }
        values.put(SIMULATED, result.part().percent());
        final SearchStatistics searches = result.searches();
        values.put("se_eff_pct", searches.efficiency(SearchForm.SCHEDTESTS));
        values.put("dom_eff_pct", searches.domainEfficiency(SearchForm.SCHEDTESTS));
        values.put("fast_rate_pct", searches.fastRate());
        values.put("success_rate_pct", searches.successRate());
        final double cpus = experiment.cpus().size();
        values.put("sis_search", searches.searches() / cpus);
        values.put("sis_domain_search", searches.domainSearches() / cpus);
        values.put("sis_scanned", searches.scanned() / cpus);
        values.put("sis_failed", searches.failed() / cpus);
        for (int bucket = 0; bucket < SearchTimes.BUCKETS; bucket++) {
            values.put(SearchTimes.figure(bucket), (double) searches.times().count(bucket));
        }
        values.values().removeIf(value -> !Double.isFinite(value));
        return new Figures(values);
    }

    /** The figure of this name; NaN where there is none. */
    double value(final String name) {
        return values.getOrDefault(name, Double.NaN);
    }
}
