package dev.perch.report.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowsFileTest {
    private static final String HEADER = String.join("\t", PublishedRow.NAMES) + "\t"
            + String.join("\t", PublishedRow.FIGURES);
    private static final String ROW = "sis-util\t5.19-rc1\txeon-112cpu-llc\t0\tnetperf\tTCP_RR\t28 threads\t"
            + "throughput\tpositive-change-better\t1.00\t0.34\t\t-0.16\t0.40";

    static List<PublishedRow> rows(final String... lines) {
        return read(String.join("\n", lines).getBytes(StandardCharsets.UTF_8)).rows();
    }

    private static RowsFile read(final byte[] bytes) {
        try {
            return RowsFile.read("my.tsv", new ByteArrayInputStream(bytes));
        } catch (final IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void theBundledFileHasEveryRowOfTheStudies() {
        final RowsFile bundled = RowsFile.bundled();
        assertThat(bundled.rows()).hasSize(344);
        assertThat(bundled.of(Study.named("cluster-wakeup")).rows()).hasSize(50);
        assertThat(bundled.rows().getFirst().baseline()).isEqualTo(325.9673);
    }

    @Test
    void columnsMayStandInAnyOrderAndFiguresMayBeMissing() {
        final PublishedRow row = rows("load\tmetric\tbetter\tcase\tbench\tnuma_nodes\tmachine\tkernel\tstudy\tseen by",
                "1\tthroughput\thigher\tloopback\ttbench\t0\tkunpeng920\t6.5\tcluster-wakeup\tme").getFirst();
        assertThat(row.benchCase()).isEqualTo("loopback");
        assertThat(row.changePct()).isNull();
        assertThat(row.others()).containsEntry("seen by", "me");
    }

    @Test
    void endsOfLinesABomAndEmptyLinesDoNotMatter() {
        assertThat(rows("\uFEFF" + HEADER + "\r", "", ROW + "\r", "", ROW.replaceAll("\t1.00.*", ""))).hasSize(2)
                .extracting(PublishedRow::line).containsExactly(3, 5);
    }

    @Test
    void anUnsignedOrAnExplicitlyPositiveNumberIsOne() {
        assertThat(rows(HEADER, ROW.replace("-0.16", "+1.52")).getFirst().changePct()).isEqualTo(1.52);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|',
            textBlock = """
                    -0.16                  | abc                   | my.tsv:2: column 'change_pct': 'abc' is no number
                    -0.16                  | NaN                   | my.tsv:2: column 'change_pct': 'NaN' is no number
                    -0.16                  | 1e999                 | my.tsv:2: column 'change_pct': '1e999' is no number
                    -0.16                  | 0x10                  | my.tsv:2: column 'change_pct'
                    positive-change-better | highr                 | my.tsv:2: column 'better': unknown direction 'highr': did you mean 'higher'?
                    netperf                | ''                    | my.tsv:2: column 'bench': is empty
                    0.40                   | 0.40\t1\t2            | my.tsv:2: has 16 cells under 14 columns
                    TCP_RR                 | TCP\u001b[2JRR        | my.tsv:2: column 'case': there is a control character
                    """)
    void aBrokenCellIsNamedByLineAndColumn(final String good, final String bad, final String message) {
        final String broken = ROW.replace(good, bad.replace("\\t", "\t").replace("\\u001b", "\u001b"));
        assertThatThrownBy(() -> rows(HEADER, broken)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-",
            textBlock = """
                    higher | 10  | 1 | 12  | 20  | 2   | -
                    higher | 10  | 1 | 12  | -20 | 2   | column 'change_pct': -20.0 says that the candidate is worse
                    lower  | 10  | 1 | 12  | 20  | 2   | column 'change_pct': 20.0 says that the candidate is better
                    lower  | 10  | 1 | 12  | -20 | 2   | -
                    higher | 10  | 1 | 9.9 | 0   | 2   | -
                    higher | 10  | 1 | 10  | 0.1 | 2   | -
                    exact  | 10  | 1 | 12  | -20 | 2   | -
                    higher | -10 | 1 | 12  | 20  | 2   | column 'baseline': -10.0 is less than nothing
                    higher | 10  | 1 | -12 | 20  | 2   | column 'candidate': -12.0 is
                    higher | 10  | -1 | 12 | 20  | 2   | column 'baseline_std_pct': -1.0 is
                    higher | 10  | 1 | 12  | 20  | -2  | column 'candidate_std_pct': -2.0 is
                    """)
    void aRowThatContradictsItselfIsNamed(final String better, final String baseline, final String baselineStd,
            final String candidate, final String change, final String candidateStd, final String message) {
        final String row = ROW.replaceFirst("positive-change-better.*",
                String.join("\t", better, baseline, baselineStd, candidate, change, candidateStd));
        if (message == null) {
            assertThat(rows(HEADER, row)).hasSize(1);
        } else {
            assertThatThrownBy(() -> rows(HEADER, row)).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("my.tsv:2: " + message);
        }
    }

    @Test
    void whatIsNoFileOfRowsIsRefused() {
        assertThatThrownBy(() -> rows("study\tkernel", "a\tb"))
                .hasMessageStartingWith("my.tsv:1: the header lacks machine");
        assertThatThrownBy(() -> rows(HEADER + "\tstudy", ROW))
                .hasMessage("my.tsv:1: the column 'study' is there twice");
        assertThatThrownBy(() -> rows(HEADER)).hasMessage("my.tsv: has no rows below its header");
        assertThatThrownBy(() -> read(new byte[0])).hasMessageStartingWith("my.tsv:1: the header lacks study");
        assertThatThrownBy(() -> read(new byte[]{'a', (byte) 0xff})).hasMessageStartingWith("my.tsv: is no UTF-8 text");
        assertThatThrownBy(() -> read(new byte[17 << 20])).hasMessageStartingWith("my.tsv: is larger than 16 MiB");
    }

    @Test
    void aRowIsSignificantBeyondTwiceItsDeviationAndOnePoint() {
        assertThat(rows(HEADER, ROW).getFirst().isSignificant()).isFalse();
        assertThat(rows(HEADER, ROW.replace("-0.16\t0.40", "-1.2\t0.40")).getFirst().isSignificant()).isTrue();
        assertThat(rows(HEADER, ROW.replace("-0.16\t0.40", "-1.2\t0.61")).getFirst().isSignificant()).isFalse();
        assertThat(rows(HEADER, ROW.replace("-0.16\t0.40", "-1.2\t")).getFirst().isSignificant()).isTrue();
    }
}
