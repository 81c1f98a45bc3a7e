package dev.perch.traces.perfetto;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perch.traces.Event;
import dev.perch.traces.EventKind;
import dev.perch.traces.Recorded;
import dev.perch.traces.TaskState;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

class PerfettoTraceTest {
    /** A protobuf message under construction. */
    private static final class Message {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();

        Message number(final int field, final long value) {
            varint((long) field << 3);
            varint(value);
            return this;
        }

        Message bytes(final int field, final byte[] value) {
            varint((long) field << 3 | 2);
            varint(value.length);
            out.writeBytes(value);
            return this;
        }

        Message text(final int field, final String value) {
            return bytes(field, value.getBytes(StandardCharsets.UTF_8));
        }

        Message message(final int field, final Message value) {
            return bytes(field, value.out.toByteArray());
        }

        Message packed(final int field, final long... values) {
            final var content = new Message();
            for (final long value : values) {
                content.varint(value);
            }
            return message(field, content);
        }

        Message raw(final byte[] fields) {
            out.writeBytes(fields);
            return this;
        }

        private void varint(final long value) {
            long rest = value;
            for (; (rest & ~0x7fL) != 0; rest >>>= 7) {
                out.write((int) (rest & 0x7f | 0x80));
            }
            out.write((int) rest);
        }

        byte[] toBytes() {
            return out.toByteArray();
        }
    }

    private static Message event(final long nanos, final int pid, final int kind, final Message body) {
        return new Message().number(1, nanos).number(2, pid).message(kind, body);
    }

    private static Message wakeup(final String comm, final int pid, final int cpu) {
        return new Message().text(1, comm).number(2, pid).number(3, 120).number(4, 1).number(5, cpu);
    }

    private static Message change(final String prev, final int prevPid, final long state, final String next,
            final int nextPid) {
        return new Message().text(1, prev).number(2, prevPid).number(3, 120).number(4, state).text(5, next)
                .number(6, nextPid).number(7, 120);
    }

    private static Message packet(final Message bundle) {
        return new Message().message(1, new Message().message(1, bundle));
    }

    private static byte[] join(final Message... packets) {
        final var all = new ByteArrayOutputStream();
        Arrays.stream(packets).forEach(packet -> all.writeBytes(packet.toBytes()));
        return all.toByteArray();
    }

    private static byte[] plain() {
        return join(
                packet(new Message().number(1, 1).message(2, event(20, 5, 17, wakeup("waked up", 6, 0))).message(2,
                        event(40, 5, 491,
                                new Message().text(1, "m").number(2, 8).number(3, 120).number(4, 1).number(5, 0)))),
                packet(new Message().number(1, 0).message(2, event(10, 0, 4, change("swapper/0", 0, 0, "a", 5)))
                        .message(2, event(30, 5, 4, change("a", 5, 2, "waked up", 6)))));
    }

    @Test
    void mergesTheBundlesOfTheCpus() {
        final Recorded recorded = Recorded.of(plain());
        assertThat(recorded.summary().format()).isEqualTo("Perfetto");
        assertThat(recorded.events()).extracting(event -> event.nanos).containsExactly(10L, 20L, 30L, 40L);
        assertThat(recorded.events()).extracting(event -> event.kind).containsExactly(EventKind.SWITCH,
                EventKind.WAKEUP, EventKind.SWITCH, EventKind.MIGRATE);
        assertThat(recorded.taskComm(recorded.events().get(1))).isEqualTo("waked up");
        assertThat(TaskState.letters(recorded.events().get(2).prevState)).isEqualTo("D");
        final Event migration = recorded.events().get(3);
        assertThat(List.of(migration.task, migration.originCpu, migration.targetCpu)).containsExactly(8, 1, 0);
    }

    @Test
    void aNewTaskIsAFork() {
        final Recorded recorded = Recorded.of(join(packet(new Message().number(1, 3)
                .message(2, event(10, 5, 235, new Message().number(1, 9).text(2, "child").number(3, 17).number(4, 0)))
                .message(2, event(20, 5, 239,
                        new Message().text(1, "parent").number(2, 5).text(3, "other").number(4, 10))))));
        assertThat(recorded.events()).extracting(event -> event.kind).containsExactly(EventKind.FORK, EventKind.FORK);
        assertThat(recorded.events()).extracting(event -> event.pid).containsExactly(5, 5);
        assertThat(recorded.events()).extracting(event -> event.task).containsExactly(9, 10);
        assertThat(recorded.events()).extracting(recorded::taskComm).containsExactly("child", "other");
    }

    private static byte[] compact() {
        return compact(new Message().packed(1, 100, 50));
    }

    /** A bundle of two switches with these stamps, which a task's start and a waking lie between. */
    private static byte[] compact(final Message stamps) {
        final byte[] rest = new Message().text(5, "server").text(5, "swapper/2").packed(2, 0, 1).packed(3, 7, 0)
                .packed(4, 120, 120).packed(6, 0, 1).packed(7, 120).packed(8, 9).packed(9, 3).packed(10, 120)
                .packed(11, 0).toBytes();
        final Message columns = stamps.raw(rest);
        return join(packet(new Message().number(1, 2).message(4, columns).message(2,
                event(130, 7, 239, new Message().text(1, "server").number(2, 7).text(3, "server").number(4, 70)))));
    }

    @Test
    void compactSwitchesKnowWhoWasSwitchedOut() {
        final Recorded recorded = Recorded.of(compact());
        final List<Event> events = recorded.events();
        assertThat(events).extracting(event -> event.nanos + " " + event.kind + " " + event.pid).containsExactly(
                "100 SWITCH -1", "120 WAKING 7", "130 FORK 7", "150 SWITCH 7");
        final Event last = events.get(3);
        assertThat(last.prevPid).isEqualTo(7);
        assertThat(recorded.prevComm(last)).isEqualTo("server");
        assertThat(TaskState.letters(last.prevState)).isEqualTo("S");
        assertThat(recorded.comm(events.get(1))).isEqualTo("server");
        assertThat(events.get(1).targetCpu).isEqualTo(3);
    }

    @Test
    void differencesOfCompactStampsGoOnFromChunkToChunk() {
        final List<Event> whole = Recorded.of(compact()).events();
        for (final Message stamps : List.of(new Message().packed(1, 100).packed(1, 50),
                new Message().number(1, 100).number(1, 50))) {
            assertThat(Recorded.of(compact(stamps)).events()).extracting(event -> event.nanos)
                    .isEqualTo(whole.stream().map(event -> event.nanos).toList());
        }
    }

    @Test
    void ofCompactColumnsOfDifferentLengthsTheWholeRowsAreUsed() {
        final Recorded more = Recorded.of(compact(new Message().packed(1, 100, 50, 70)));
        assertThat(more.events()).hasSize(4);
        final Recorded fewer = Recorded.of(compact(new Message().packed(1, 100)));
        assertThat(fewer.events()).extracting(event -> event.kind).containsExactly(EventKind.SWITCH, EventKind.WAKING,
                EventKind.FORK);
        for (final Recorded recorded : List.of(more, fewer)) {
            assertThat(recorded.summary().warnings()).singleElement().asString().contains("different lengths");
        }
    }

    @Test
    void aCompactNameThatIsNotInItsTableIsDamage() {
        final Message columns = new Message().text(5, "server").packed(1, 100).packed(2, 0).packed(3, 7)
                .packed(4, 120).packed(6, 1);
        final Recorded recorded = Recorded.of(join(packet(new Message().number(1, 2).message(4, columns))));
        assertThat(recorded.taskComm(recorded.only())).isEmpty();
        assertThat(recorded.summary().warnings()).singleElement().asString().contains("damaged");
    }

    @Test
    void readsCompressedPacketsAndTheKernelsRelease() {
        final byte[] packets = plain();
        final var deflater = new Deflater();
        deflater.setInput(packets);
        deflater.finish();
        final var packed = new byte[1000];
        final int length = deflater.deflate(packed);
        deflater.end();
        final Message info = new Message().message(45, new Message().message(1, new Message().text(3, "6.6.1")));
        final Recorded recorded = Recorded.of(join(new Message().message(1, info),
                new Message().message(1, new Message().bytes(50, Arrays.copyOf(packed, length)))));
        assertThat(recorded.events()).hasSize(4);
        assertThat(recorded.summary().kernel()).contains("6.6.1");
    }

    @Test
    void aLossStandsBeforeTheBundleThatTellsOfIt() {
        final Recorded recorded = Recorded.of(join(
                packet(new Message().number(1, 1).message(2, event(20, 5, 17, wakeup("a", 6, 0)))),
                packet(new Message().number(1, 1).number(3, 1).message(2, event(90, 5, 17, wakeup("a", 6, 0))))));
        assertThat(recorded.events()).extracting(event -> event.kind).containsExactly(EventKind.WAKEUP, EventKind.LOST,
                EventKind.WAKEUP);
        assertThat(recorded.events().get(1).nanos).isEqualTo(90);
    }

    @Test
    void ofACutTraceTheWholePacketsAreUsed() {
        final byte[] whole = plain();
        final Recorded recorded = Recorded.of(Arrays.copyOf(whole, whole.length - 3));
        assertThat(recorded.events()).hasSize(2);
        assertThat(recorded.summary().cut()).isPresent();
        assertThat(recorded.ends()).extracting(event -> event.cpu).containsExactly(1);
    }

    @Test
    void whatIsNoPacketIsDamageUnlessTheFileEndsThere() {
        final Message clock = new Message().message(1, new Message().number(8, 1));
        final byte[] whole = join(clock, clock, clock, packet(new Message().number(1, 1).message(2,
                event(20, 5, 17, wakeup("a", 6, 0)))), new Message().number(9, 9));
        final Recorded recorded = Recorded.of(whole);
        assertThat(recorded.events()).hasSize(1);
        assertThat(recorded.summary().cut()).isEmpty();
        assertThat(recorded.summary().warnings()).singleElement().asString()
                .startsWith("byte " + (whole.length - 2) + ": damaged");
    }

    @Test
    void noDamageMakesItThrowAnythingElse() {
        final var random = new Random(7);
        for (final byte[] whole : List.of(plain(), compact())) {
            for (int i = 0; i < 200; i++) {
                final byte[] damaged = whole.clone();
                damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
                try {
                    Recorded.of(damaged);
                } catch (final IllegalArgumentException e) {
                    assertThat(e.getMessage()).isNotBlank().doesNotContain("\n");
                }
            }
        }
    }
}
