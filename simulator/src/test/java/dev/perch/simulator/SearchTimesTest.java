package dev.perch.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SearchTimesTest {
    @Test
    void bucketsBeginAtPowersOfTwoMicrosecondsAsBpftracePrintsThem() {
        assertThat(IntStream.range(0, SearchTimes.BUCKETS).mapToObj(SearchTimes::from)).containsExactly("0", "1", "2",
                "4", "8", "16", "32", "64", "128", "256", "512", "1K", "2K", "4K", "8K", "16K", "32K", "64K");
    }

    @Test
    void aScanFallsIntoTheBucketThatBeginsBeforeIt() {
        final var times = new SearchTimes();
        times.add(999);
        times.add(1000);
        times.add(3999);
        times.add(4000);
        times.add(1e12);
        assertThat(IntStream.range(0, SearchTimes.BUCKETS).mapToLong(times::count).toArray()).containsExactly(1, 1, 1,
                1, 0, 0, 0,
                0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1);
    }

    @Test
    void locksAreCountedFromTheEndOfTheWarmUp() {
        final var before = new LockStatistics(10, 4, 900);
        assertThat(new LockStatistics(30, 9, 2900).since(before)).isEqualTo(new LockStatistics(20, 5, 2000));
        assertThat(before.plus(before).waitedPercent()).isEqualTo(40);
    }
}
