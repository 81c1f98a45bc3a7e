package dev.perch.scheduler.fair;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Who waits stands in the order of virtual time, whoever comes and goes. */
class TimelineTest {
    /** An entity that waits, and since which virtual time. */
    private record Waiting(SchedEntity entity, long key) {}

    @Test
    void keepsTheOrderOfVirtualTimeAndOfEqualsThatOfArrival() {
        final var random = new SplittableRandom(1);
        final var timeline = new Timeline();
        final var expected = new ArrayList<Waiting>();
        for (int step = 0; step < 5_000; step++) {
            if (random.nextInt(20) < (step / 500 % 2 == 0 ? 12 : 8)) {
                final var waiting = new Waiting(new SchedEntity(null), Long.MAX_VALUE - 3 + random.nextInt(8));
                timeline.insert(waiting.entity, waiting.key);
                expected.add(placeOf(waiting, expected), waiting);
            } else if (!expected.isEmpty()) {
                final Waiting leaving = expected.remove(random.nextBoolean() ? 0 : random.nextInt(expected.size()));
                assertThat(timeline.remove(leaving.entity)).isTrue();
                assertThat(timeline.remove(leaving.entity)).isFalse();
            }
            assertThat(timeline.size()).isEqualTo(expected.size());
            assertThat(IntStream.range(0, expected.size()).mapToObj(timeline::get))
                    .containsExactlyElementsOf(expected.stream().map(Waiting::entity).toList());
            assertThat(timeline.get(expected.size())).isNull();
        }
    }

    /** Behind all that are not later, by a clock that wraps around. */
    private static int placeOf(final Waiting waiting, final List<Waiting> others) {
        return (int) others.stream().filter(other -> other.key - waiting.key <= 0).count();
    }
}
