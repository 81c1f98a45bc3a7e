package dev.perch.report.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BinsTest {
    private static int level(final Bytes levels, final int bin) {
        return levels.array()[bin] & 0xff;
    }

    @Test
    void aBinHoldsTheShareOfItsTime() {
        final var bins = new Bins(1);
        bins.add(0, 512, 3 * 1024);
        final Bytes levels = bins.levels(new int[]{0}, 4, 1);
        assertThat(new int[]{level(levels, 0), level(levels, 1), level(levels, 2), level(levels, 3)})
                .containsExactly(128, 255, 255, 0);
    }

    @Test
    void binsThatGrowHoldWhatWideOnesWouldHaveHeld() {
        final var growing = new Bins(1);
        final var wide = new Bins(1);
        wide.widen(1 << 16);
        final var random = new SplittableRandom(3);
        for (long at = 0; at < 100_000_000;) {
            final long end = at + random.nextLong(100_000);
            growing.add(0, at, end);
            wide.add(0, at, end);
            at = end + random.nextLong(100_000);
        }
        assertThat(growing.width()).isEqualTo(1 << 16);
        final int count = 100_000_000 >> 16;
        final Bytes levels = wide.levels(new int[]{0}, count, 1);
        final Bytes grown = growing.levels(new int[]{0}, count, 1);
        for (int bin = 0; bin < count; bin++) {
            assertThat(level(grown, bin)).isEqualTo(level(levels, bin));
        }
        assertThat(level(levels, 10)).isPositive();
    }
}
