package dev.perch.report.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.perch.simulator.Metric;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OutcomeTest {
    private static final Reading TIME = Reading.of("time", Metric.Better.LOWER);
    private static final Reading THROUGHPUT = Reading.of("throughput", Metric.Better.HIGHER);
    private static final Experiment WAS = new Experiment(null, null, null, 1, null, Model.AS_IT_STANDS);
    private static final Experiment IS = new Experiment(null, null, null, 2, null, Model.AS_IT_STANDS);

    static PublishedRow row(final String metric, final Better better, final Double baseline, final Double change) {
        return new PublishedRow(2, "sis-util", "5.19", "m", "0", "b", "c", "1", metric, better, baseline, null, null,
                change, null, Map.of());
    }

    private static Outcome outcome(final PublishedRow row, final Reading reading, final List<Double> was,
            final List<Double> is) {
        final Map<Experiment, List<Double>> runs = Map.of(WAS, was, IS, is);
        return Outcome.of(row, new Plan.Simulated(WAS, Optional.of(IS), reading), experiment -> runs.get(experiment)
                .stream().map(value -> new Figures(Map.of(reading.figure(), value))).toList());
    }

    @Test
    void figuresComeInTheRowsOwnTerms() {
        final Outcome plain = outcome(row("time_s", Better.LOWER, 1.5, null), TIME, List.of(2.0, 2.0),
                List.of(1.0, 1.0));
        assertThat(plain.baseline()).isEqualTo(2);
        assertThat(plain.candidate()).isEqualTo(1);
        assertThat(plain.changePct()).isEqualTo(50);
        final Outcome factor = outcome(row("normalized", Better.LOWER, 1.0, null), TIME, List.of(2.0, 2.0),
                List.of(5.0, 5.0));
        assertThat(factor.baseline()).isEqualTo(1);
        assertThat(factor.candidate()).isEqualTo(2.5);
        assertThat(factor.changePct()).isEqualTo(-150);
        final Outcome change = outcome(row("throughput", Better.POSITIVE_CHANGE_BETTER, 1.0, null),
                new Reading("time", Metric.Better.HIGHER, true), List.of(2.0, 2.0), List.of(1.6, 1.6));
        assertThat(change.candidate()).isEqualTo(1.25);
        assertThat(change.changePct()).isEqualTo(25);
    }

    @Test
    void aCounterThatIsNeitherGoodNorBadTellsHowMuchItRose() {
        assertThat(outcome(row("sis_failed", Better.DESCRIPTIVE, 10.0, null),
                Reading.of("sis_failed", Metric.Better.LOWER), List.of(2.0), List.of(6.0)).changePct()).isEqualTo(200);
    }

    @Test
    void aBucketThatIsEmptyAtFirstHasFiguresButNoChange() {
        final Outcome outcome = outcome(row("select_idle_cpu_us_from_64", Better.DESCRIPTIVE, 10.0, null),
                Reading.of("select_idle_cpu_us_from_64", Metric.Better.LOWER), List.of(0.0, 0.0), List.of(2.0, 4.0));
        assertThat(outcome.baseline()).isZero();
        assertThat(outcome.candidate()).isEqualTo(3);
        assertThat(outcome.changePct()).isNull();
        assertThat(outcome.isDivided()).isFalse();
    }

    @Test
    void seedsThatDisagreeInSignAreToldOf() {
        final Outcome divided = outcome(row("throughput", Better.HIGHER, null, null), THROUGHPUT, List.of(10.0, 10.0),
                List.of(9.0, 13.0));
        assertThat(divided.isDivided()).isTrue();
        assertThat(divided.note()).isEqualTo("seeds disagree in sign");
        assertThat(divided.changePct()).isEqualTo(10);
        assertThat(divided.leastChangePct()).isEqualTo(-10);
        assertThat(divided.mostChangePct()).isEqualTo(30);
        assertThat(divided.candidateStdPct()).isCloseTo(25.713, within(1e-3));
    }

    @Test
    void aSeedWhoseBaselineIsNothingHasNoChangeOfItsOwn() {
        final Outcome outcome = outcome(row("wakeup_latency_p50", Better.LOWER, null, null), TIME, List.of(0.0, 4.0),
                List.of(0.0, 3.0));
        assertThat(outcome.changePct()).isEqualTo(25);
        assertThat(outcome.leastChangePct()).isEqualTo(25);
        assertThat(outcome.mostChangePct()).isEqualTo(25);
    }

    @Test
    void whatNoRunMeasuredIsNullAndSaysSo() {
        final Outcome none = Outcome.of(row("dom_eff_pct", Better.DESCRIPTIVE, 5.0, null),
                new Plan.Simulated(WAS, Optional.empty(), Reading.of("dom_eff_pct", Metric.Better.HIGHER)),
                experiment -> List.of(new Figures(Map.of())));
        assertThat(none.isModelled()).isFalse();
        assertThat(none.columns()).containsEntry("baseline", 5.0).containsEntry("sim_baseline", null)
                .containsEntry("sim_note", "no such figure came of the runs");
    }
}
