package dev.perch.traces.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.perch.traces.Recorded;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class PerfDataTest {
    private static byte[] sample() throws IOException {
        try (var in = new GZIPInputStream(new ByteArrayInputStream(Recorded.sample("msg2x4.perf.data.gz")))) {
            return in.readAllBytes();
        }
    }

    @Test
    void tellsTheKernelAndTheMachine() throws IOException {
        final Recorded recorded = Recorded.of(sample());
        assertThat(recorded.summary().kernel()).contains("6.1.0-57-amd64");
        assertThat(recorded.summary().cpuCount()).isEqualTo(16);
        assertThat(recorded.events()).isSortedAccordingTo((a, b) -> Long.compare(a.nanos, b.nanos));
    }

    @Test
    void aFileWithoutItsEndLacksTheDescriptionOfItsEvents() throws IOException {
        final byte[] half = Arrays.copyOf(sample(), 100_000);
        assertThatThrownBy(() -> Recorded.of(half)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("record again");
    }

    @Test
    void noDamageMakesItThrowAnythingElse() throws IOException {
        final byte[] whole = sample();
        final var random = new Random(3);
        for (int i = 0; i < 150; i++) {
            final byte[] damaged = whole.clone();
            for (int bits = random.nextInt(1, 40); bits > 0; bits--) {
                final int place = i % 2 == 0 ? random.nextInt(8, 2000) : random.nextInt(8, damaged.length);
                damaged[place] ^= (byte) (1 << random.nextInt(8));
            }
            try {
                Recorded.of(damaged);
            } catch (final IllegalArgumentException e) {
                assertThat(e.getMessage()).isNotBlank().doesNotContain("\n");
            }
        }
    }
}
