package dev.perch.report.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StudyPageTest {
    private static Outcome outcome(final String name, final Double published, final Double simulated) {
        final PublishedRow row = new PublishedRow(2, "sis-util", "5.19", "m", "0", name, name, "1", "throughput",
                Better.HIGHER, 1.0, null, null, published, null, Map.of());
        return new Outcome(row, simulated == null ? null : 2.0, 0.0, 2.0, 0.0, simulated, simulated, simulated,
                simulated == null ? "not modelled" : "");
    }

    @Test
    void everyRowStandsInATableAndEveryComparedOneInTheScatter() {
        final String page = StudyPage.of(List.of(outcome("agreeing", 10.0, 5.0), outcome("opposed", 10.0, -5.0),
                outcome("unknown", 10.0, null), outcome("enormous", -35_834.43, -2e9)));
        assertThat(page).contains("sis-util: 5.19 on m, nodes 0 (linux-5.19, linux-5.19+SIS_UTIL)", "<td>agreeing</td>",
                "<td>opposed</td>",
                "not modelled", "+5.00", "-35,834.43");
        assertThat(page.split("<circle", -1)).hasSize(4);
        assertThat(page).contains("point agrees", "point differs").doesNotContain("NaN", "Infinity");
    }

    @Test
    void textOfTheFileIsEscapedAndNothingIsFetched() {
        final String page = StudyPage.of(List.of(outcome("<img src=x onerror=alert(1)>", 10.0, 5.0)));
        assertThat(page).contains("&lt;img src=x onerror=alert(1)&gt;")
                .doesNotContain("<img", "<script", "<link", "src=\"", "href=");
    }
}
