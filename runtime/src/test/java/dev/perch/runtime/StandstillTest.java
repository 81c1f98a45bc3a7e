package dev.perch.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The promise that nothing waits for long beside an idle carrier, in the tick's own time. */
final class StandstillTest {
    private static final long PERIOD = Tick.PERIOD_NANOS;
    private final Standstill standstill = new Standstill();

    @Test
    void whatIsQueuedBehindABusyOneIsSeenStandingWithinTwoPeriods() {
        for (long arrival = PERIOD; arrival < 2 * PERIOD; arrival += PERIOD / 10) {
            final var queue = new Standstill();
            long now = 0;
            long standing = 0;
            while (standing == 0) {
                now += PERIOD;
                standing = queue.look(now, 7, 3, now >= arrival ? 1 : 0);
            }
            assertThat(now - arrival).as("queued at %d", arrival).isLessThanOrEqualTo(2 * PERIOD);
            assertThat(standing).isBetween(now - arrival - PERIOD, now - arrival);
        }
    }

    @Test
    void aQueueThatMovesDoesNotStand() {
        for (int tick = 1; tick < 10; tick++) {
            assertThat(standstill.look(tick * PERIOD, tick, 3, 5)).as("others run").isZero();
        }
        for (int tick = 10; tick < 20; tick++) {
            assertThat(standstill.look(tick * PERIOD, 9, tick, 5)).as("pullers take").isZero();
        }
    }

    @Test
    void whatComesAfterAnEmptyQueueStandsAnew() {
        standstill.look(PERIOD, 1, 1, 1);
        assertThat(standstill.look(2 * PERIOD, 1, 1, 1)).isEqualTo(PERIOD);
        assertThat(standstill.look(3 * PERIOD, 1, 1, 0)).isZero();
        assertThat(standstill.look(4 * PERIOD, 1, 1, 1)).isZero();
        standstill.forget();
        assertThat(standstill.look(5 * PERIOD, 1, 1, 1)).isZero();
        assertThat(standstill.look(6 * PERIOD, 1, 1, 1)).isEqualTo(PERIOD);
    }
}
