package dev.perch.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perch.topology.CpuSet;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class RunqueueTest {
    private final Runqueue queue = new Runqueue();

    private static List<Entity> entities(final int count) {
        return Stream.<Entity>generate(() -> new Job(() -> {}, CpuSet.of(0), () -> {})).limit(count).toList();
    }

    private static List<Entity> drained(final Runqueue queue) {
        final List<Entity> taken = new ArrayList<>();
        for (Entity entity = queue.poll(); entity != null; entity = queue.poll()) {
            taken.add(entity);
        }
        return taken;
    }

    @Test
    void givesEntitiesInTheOrderInWhichTheyCame() {
        final var own = entities(3);
        own.forEach(queue::push);
        assertThat(drained(queue)).isEqualTo(own);
        final var sent = entities(3);
        sent.forEach(queue::offer);
        assertThat(queue.size()).isEqualTo(3);
        assertThat(drained(queue)).isEqualTo(sent);
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void growsWithoutLosingTheOrder() {
        final var first = entities(200);
        first.forEach(queue::push);
        final List<Entity> taken = new ArrayList<>();
        for (int i = 0; i < 150; i++) {
            taken.add(queue.poll());
        }
        final var more = entities(1_000);
        more.forEach(queue::push);
        assertThat(queue.size()).isEqualTo(1_050);
        taken.addAll(drained(queue));
        assertThat(taken).isEqualTo(Stream.concat(first.stream(), more.stream()).toList());
    }

    @Test
    void aPullerTakesTheOldestAndOfAnInboxAll() {
        final var puller = new Runqueue();
        final var pushed = entities(2);
        pushed.forEach(queue::push);
        final var sent = entities(3);
        sent.forEach(queue::offer);
        assertThat(queue.pull(puller)).isSameAs(pushed.get(0));
        assertThat(queue.pull(puller)).isSameAs(pushed.get(1));
        assertThat(queue.pull(puller)).isSameAs(sent.get(0));
        assertThat(queue.pull(puller)).isNull();
        assertThat(drained(puller)).isEqualTo(sent.subList(1, 3));
    }

    @Test
    void whatPullersTookIsLetGoWithoutTouchingWhatWaits() {
        final var puller = new Runqueue();
        final var first = entities(250);
        first.forEach(queue::push);
        first.forEach(entity -> queue.pull(puller));
        final var second = entities(256);
        second.forEach(queue::push);
        queue.clearTaken();
        assertThat(drained(queue)).isEqualTo(second);
    }
}
