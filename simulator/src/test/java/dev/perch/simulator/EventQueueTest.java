package dev.perch.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

class EventQueueTest {
    private record Event(int slot, long time) {}

    @Test
    void eventsAtTheSameNanosecondHappenInTheOrderOfTheirSlots() {
        final var queue = new EventQueue(5);
        for (final int slot : new int[]{3, 1, 4, 0, 2}) {
            queue.schedule(slot, 100);
        }
        assertThat(drain(queue)).containsExactly(0, 1, 2, 3, 4);
    }

    @Test
    void anEventBeyondAllTimesNeverHappens() {
        final var queue = new EventQueue(2);
        queue.schedule(0, Long.MAX_VALUE / 2);
        queue.schedule(1, EventQueue.NEVER);
        assertThat(queue.nextTime()).isEqualTo(EventQueue.NEVER);
    }

    @Test
    void aSlotHoldsOneEventWhichSchedulingAgainMoves() {
        final var queue = new EventQueue(3);
        queue.schedule(0, 10);
        queue.schedule(1, 20);
        queue.schedule(0, 30);
        queue.schedule(2, 5);
        queue.cancel(2);
        assertThat(drain(queue)).containsExactly(1, 0);
    }

    @Test
    void anEventTellsItsKindWhichDoesNotChangeTheOrder() {
        final var queue = new EventQueue(3, 2);
        queue.schedule(2, 0, 10);
        queue.schedule(1, 1, 10);
        queue.schedule(0, 2, 20);
        queue.schedule(0, 3, 10);
        assertThat(drain(queue)).containsExactly(0 << 2 | 3, 1 << 2 | 1, 2 << 2);
    }

    @Test
    void anEmptyQueueHasNoNextTime() {
        final var queue = new EventQueue(1);
        assertThat(queue.nextTime()).isEqualTo(EventQueue.NEVER);
        queue.schedule(0, 7);
        assertThat(queue.nextTime()).isEqualTo(7);
    }

    @Test
    void randomSchedulesMovesAndCancelsDrainInTheOrderOfTimeAndSlot() {
        final var random = RandomGeneratorFactory.of("L64X128MixRandom").create(1);
        for (int round = 0; round < 200; round++) {
            final int slots = random.nextInt(1, 130);
            final var queue = new EventQueue(slots);
            final var expected = new Event[slots];
            for (int i = 0; i < 4 * slots; i++) {
                final int slot = random.nextInt(slots);
                if (random.nextInt(4) == 0) {
                    queue.cancel(slot);
                    expected[slot] = null;
                } else {
                    final long time = random.nextLong(50);
                    queue.schedule(slot, time);
                    expected[slot] = new Event(slot, time);
                }
            }
            final List<Event> order = new ArrayList<>();
            for (final Event event : expected) {
                if (event != null) {
                    order.add(event);
                }
            }
            order.sort(Comparator.comparingLong(Event::time).thenComparingInt(Event::slot));
            assertThat(drain(queue)).isEqualTo(order.stream().map(Event::slot).toList());
        }
    }

    @Test
    void whatIsScheduledWhileAnEventHappensKeepsItsPlace() {
        final var random = RandomGeneratorFactory.of("L64X128MixRandom").create(2);
        final var queue = new EventQueue(40);
        for (int slot = 0; slot < 40; slot++) {
            queue.schedule(slot, random.nextLong(100));
        }
        long now = 0;
        for (int i = 0; i < 100_000; i++) {
            final long next = queue.nextTime();
            assertThat(next).isGreaterThanOrEqualTo(now);
            now = next;
            final int slot = queue.poll();
            for (int more = random.nextInt(3); more > 0; more--) {
                queue.schedule(random.nextInt(40), now + random.nextLong(100));
            }
            queue.schedule(random.nextInt(4) == 0 ? random.nextInt(40) : slot, now + random.nextLong(100));
        }
    }

    private static List<Integer> drain(final EventQueue queue) {
        final List<Integer> order = new ArrayList<>();
        while (queue.nextTime() != EventQueue.NEVER) {
            order.add(queue.poll());
        }
        return order;
    }
}
