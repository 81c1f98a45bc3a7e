package dev.perch.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which name is offered for a wrong one. */
final class UnknownNameTest {
    private static final List<String> NAMES = List.of("--costs", "--format", "SIS_PROP", "SIS_UTIL", "linux-6.1",
            "linux-6.5", "kunpeng920", "epyc-milan");

    @ParameterizedTest
    @CsvSource({"--fromat, --format", "--cost, --costs", "SIS_PRP, SIS_PROP", "sis_util, SIS_UTIL",
            "SIS_UTLI, SIS_UTIL", "linux-65, linux-6.5", "kunpeng, kunpeng920", "epyc-mulan, epyc-milan"})
    void aSlipOffersTheNameItIsOf(final String slip, final String name) {
        assertThat(UnknownNameException.suggestion(slip, NAMES)).isEqualTo(": did you mean '" + name + "'?");
    }

    @ParameterizedTest
    @CsvSource({"--bogus", "SIS", "power9", "''"})
    void whatIsNearToNoneOffersNone(final String name) {
        assertThat(UnknownNameException.suggestion(name, NAMES)).startsWith(": there are --costs, --format, SIS_PROP");
    }

    @Test
    void whereThereAreNoNamesNothingIsOffered() {
        assertThat(UnknownNameException.suggestion("x", List.of())).isEmpty();
    }
}
