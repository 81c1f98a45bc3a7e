package dev.perch.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ByteOrderMarkTest {
    @ParameterizedTest
    @CsvSource({"'\ufeffab\n', 'ab\n'", "'\ufeff', ''", "'', ''", "a, a", "abcdef, abcdef",
            "'a\ufeffb', 'a\ufeffb'"})
    void isLeftOutAtTheStartAlone(final String text, final String rest) throws IOException {
        final var in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));

        assertThat(new String(ByteOrderMark.skip(in).readAllBytes(), StandardCharsets.UTF_8)).isEqualTo(rest);
    }
}
