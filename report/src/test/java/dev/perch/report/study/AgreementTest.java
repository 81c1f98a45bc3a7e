package dev.perch.report.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AgreementTest {
    private static Outcome change(final Better better, final double published, final double simulated) {
        return new Outcome(OutcomeTest.row("throughput", better, 1.0, published), 1.0, 0.0, 1.0, 0.0, simulated,
                simulated, simulated, "");
    }

    private static Outcome measured(final String metric, final double published, final double simulated) {
        return new Outcome(OutcomeTest.row(metric, Better.DESCRIPTIVE, published, null), simulated, 0.0, null, null,
                null, null, null, "");
    }

    @Test
    void signsAreComparedWhereThePublishedChangeIsSignificant() {
        final Agreement agreement = Agreement.of(List.of(change(Better.HIGHER, 10, 4), change(Better.HIGHER, -3, -9),
                change(Better.HIGHER, 5, -1), change(Better.HIGHER, 0.9, -7), change(Better.HIGHER, 2, 0)));
        assertThat(agreement.significant()).isEqualTo(4);
        assertThat(agreement.sameSign()).isEqualTo(2);
        assertThat(agreement.medianPoints()).isEqualTo(6);
    }

    @Test
    void ranksAreComparedOverSignificantRows() {
        assertThat(Agreement.of(List.of(change(Better.HIGHER, 10, 4), change(Better.HIGHER, 20, 5),
                change(Better.HIGHER, 30, 6))).rho()).isEqualTo(1);
        assertThat(Agreement.of(List.of(change(Better.HIGHER, 10, 4))).rho()).isNull();
    }

    @Test
    void largeEffectsHitWithinAFactorOfTwoOfTheRatio() {
        final Agreement agreement = Agreement.of(List.of(
                change(Better.POSITIVE_CHANGE_BETTER, 194.7, 60), // 2.95 times, 1.6 times
                change(Better.POSITIVE_CHANGE_BETTER, 194.7, 20),
                change(Better.LOWER, -300, -110), // 4 times the latency, 2.1 times
                change(Better.LOWER, -300, 50),
                change(Better.LOWER, 60, 40), // 0.4 of it, 0.6 of it
                change(Better.HIGHER, -66, 30)));
        assertThat(agreement.large()).isEqualTo(6);
        assertThat(agreement.largeHit()).isEqualTo(3);
    }

    @Test
    void searchRatesHitWithinTenPointsAndEfficienciesWithinHalfAsMuchAgain() {
        final Agreement agreement = Agreement.of(List.of(measured("fast_rate_pct", 50, 59.9),
                measured("success_rate_pct", 50, 60.1), measured("se_eff_pct", 3, 4.4), measured("dom_eff_pct", 3, 1.9),
                measured("sis_scanned", 7, 7)));
        assertThat(agreement.search()).isEqualTo(4);
        assertThat(agreement.searchHit()).isEqualTo(2);
    }

    @Test
    void absoluteThroughputIsJudgedOnTheKunpeng() {
        final PublishedRow row = new PublishedRow(2, "cluster-wakeup", "6.5", "kunpeng920", "0", "tbench", "loopback",
                "1", "throughput", Better.HIGHER, 100.0, null, null, 10.0, null, Map.of());
        final Agreement agreement = Agreement.of(List.of(
                new Outcome(row, 86.0, 0.0, 95.0, 0.0, 10.0, 10.0, 10.0, ""),
                new Outcome(row, 84.0, 0.0, 95.0, 0.0, 10.0, 10.0, 10.0, ""),
                measured("throughput", 100, 100)));
        assertThat(agreement.absolute()).isEqualTo(2);
        assertThat(agreement.absoluteHit()).isEqualTo(1);
    }

    @Test
    void rowsWithoutAnAnswerAreCountedAndNothingElse() {
        final Agreement agreement = Agreement.of(List.of(new Outcome(
                OutcomeTest.row("throughput", Better.HIGHER, 1.0, -33.0), null, null, null, null, null, null, null,
                "not modelled")));
        assertThat(agreement.columns()).containsEntry("rows", 1).containsEntry("modelled", 0)
                .containsEntry("significant", 0).containsEntry("sign_agreement_pct", null);
    }
}
