package dev.perch.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CpuSetTest {
    @ParameterizedTest
    @ValueSource(strings = {"0", "0-3", "0-3,8", "1,3,5", "0-63", "60-70,128,300-319"})
    void listsReadBackAsWritten(final String list) {
        assertThat(CpuSet.parse(list)).hasToString(list);
    }

    @Test
    void anEmptyListIsTheEmptySet() {
        assertThat(CpuSet.parse(" \n")).isEqualTo(CpuSet.EMPTY).hasToString("");
    }

    @ParameterizedTest
    @CsvSource({"'0-7:2/4','0-1,4-5'", "' 0 - 3','x'", "'0,','x'", "'3-1','x'", "'0-99999999','x'", "'-1','x'",
            "'a','x'"})
    void stridesAreReadAndNonsenseIsRefused(final String list, final String expected) {
        if (expected.equals("x")) {
            assertThatIllegalArgumentException().isThrownBy(() -> CpuSet.parse(list));
        } else {
            assertThat(CpuSet.parse(list)).hasToString(expected);
        }
    }

    @ParameterizedTest
    @CsvSource({"'ff','0-7'", "'1,00000000','32'", "'0x8000000000000001','0,63'", "'00000000,0000000f','0-3'"})
    void masksReadAsSysfsWritesThem(final String mask, final String list) {
        assertThat(CpuSet.parseMask(mask)).hasToString(list);
    }

    @Test
    void setAlgebraAgreesWithTheCpusOneByOne() {
        final CpuSet a = CpuSet.parse("0-3,64-66,130");
        final CpuSet b = CpuSet.parse("2-5,66,200");
        assertThat(a.and(b)).hasToString("2-3,66");
        assertThat(a.or(b)).hasToString("0-5,64-66,130,200");
        assertThat(a.minus(b)).hasToString("0-1,64-65,130");
        assertThat(a.intersects(b)).isTrue();
        assertThat(a.containsAll(CpuSet.of(130))).isTrue();
        assertThat(a.next(4)).isEqualTo(64);
        assertThat(a.next(131)).isEqualTo(-1);
        assertThat(a.size()).isEqualTo(8);
    }
}
