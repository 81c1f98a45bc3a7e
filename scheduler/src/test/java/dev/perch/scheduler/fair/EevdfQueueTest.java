package dev.perch.scheduler.fair;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perch.scheduler.Kernel;
import dev.perch.scheduler.LinuxPolicy;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The kernel's own answers are checked by the verb conform; these tell what they mean. Virtual times wrap around. */
class EevdfQueueTest {
    private static final EevdfRules RULES = EevdfRules.of(LinuxPolicy.of(Kernel.of(6, 12)), 1);

    private static SchedEntity entity(final EevdfQueue queue, final long vruntime, final long deadline) {
        final var entity = new SchedEntity(null);
        entity.slice = RULES.baseSliceNanos();
        entity.vruntime = vruntime;
        entity.deadline = deadline;
        entity.queued = true;
        queue.add(entity);
        return entity;
    }

    @ParameterizedTest
    @ValueSource(longs = {0, Long.MAX_VALUE, -500})
    void theEarliestDeadlineOfThoseThatAreOwedTimeGoesFirst(final long zero) {
        final var queue = new EevdfQueue(RULES, zero);
        final SchedEntity owed = entity(queue, zero - 1000, zero + 3000);
        final SchedEntity ahead = entity(queue, zero + 2000, zero + 2001);
        final SchedEntity average = entity(queue, zero + 200, zero + 2500);
        assertThat(queue.averageVruntime()).isEqualTo(zero + 400);
        assertThat(queue.isEligible(owed)).isTrue();
        assertThat(queue.isEligible(ahead)).isFalse();
        assertThat(queue.pick()).isSameAs(average);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, Long.MAX_VALUE, -500})
    void ofEqualDeadlinesTheOneInsertedEarlierGoesFirst(final long zero) {
        final var queue = new EevdfQueue(RULES, zero);
        final SchedEntity first = entity(queue, zero, zero + 1000);
        entity(queue, zero, zero + 1000);
        assertThat(queue.pick()).isSameAs(first);
        queue.remove(first);
        queue.add(first);
        assertThat(queue.pick()).isNotSameAs(first);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, Long.MAX_VALUE, -500})
    void aSleeperComesBackWithTheLagItLeftWith(final long zero) {
        final var queue = new EevdfQueue(RULES, zero);
        final SchedEntity sleeper = entity(queue, zero - 100_000, zero + 1000);
        entity(queue, zero, zero + 1000);
        entity(queue, zero + 50_000, zero + 2000);
        queue.keepLag(sleeper);
        final long lag = sleeper.vlag;
        queue.remove(sleeper);
        sleeper.queued = false;
        queue.place(sleeper, false);
        sleeper.queued = true;
        queue.add(sleeper);
        assertThat(queue.averageVruntime() - sleeper.vruntime).isBetween(lag - 2, lag + 2);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, Long.MAX_VALUE, -500})
    void theRunningEntityIsProtectedUntilItsDeadline(final long zero) {
        final var queue = new EevdfQueue(RULES, zero);
        final SchedEntity running = entity(queue, zero, zero + 700_000);
        queue.start(running);
        final SchedEntity wakee = entity(queue, zero + 50_000, zero + 600_000);
        assertThat(queue.run(20_000)).isFalse();
        assertThat(queue.pick()).isSameAs(running);
        assertThat(queue.run(680_000)).isTrue();
        assertThat(queue.pick()).isSameAs(wakee);
    }
}
