package dev.perch.traces.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.perch.traces.Event;
import dev.perch.traces.EventKind;
import dev.perch.traces.Recorded;
import dev.perch.traces.Recording;
import dev.perch.traces.TaskState;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TraceDatTest {
    private static final long SECOND = 1_000_000_000L;

    @TempDir
    private Path directory;

    static Stream<Layout> layouts() {
        return Stream.of(Layout.of(ByteOrder.LITTLE_ENDIAN, 8), Layout.of(ByteOrder.LITTLE_ENDIAN, 4),
                Layout.of(ByteOrder.BIG_ENDIAN, 8), Layout.of(ByteOrder.BIG_ENDIAN, 4),
                new Layout(ByteOrder.LITTLE_ENDIAN, 8, 4, false), new Layout(ByteOrder.LITTLE_ENDIAN, 8, 0, true),
                new Layout(ByteOrder.BIG_ENDIAN, 8, 8, true));
    }

    private static TraceDatFile sample(final Layout layout) {
        final var file = new TraceDatFile(layout);
        file.cpu(0).add(SECOND, layout.wake(Layout.WAKING, 77, "CPU 3/KVM", 9, 2)).add(SECOND + 3,
                layout.wake(Layout.OTHER, 77, "", 0, 0));
        file.cpu(2).add(SECOND + 2, layout.wake(Layout.WAKEUP, 0, "CPU 3/KVM", 9, 2))
                .add(SECOND + 4, layout.change("swapper/2", 0, 0, "CPU 3/KVM", 9))
                .add(5 * SECOND, layout.change("KVM renamed", 9, 0x102, "swapper/2", 0));
        return file;
    }

    private static void isTheSample(final Recorded recorded) {
        assertThat(recorded.summary().warnings()).isEmpty();
        final List<Event> events = recorded.events();
        assertThat(events).extracting(event -> event.kind).containsExactly(EventKind.WAKING, EventKind.WAKEUP,
                EventKind.OTHER, EventKind.SWITCH, EventKind.SWITCH);
        assertThat(events).extracting(event -> event.nanos).containsExactly(SECOND, SECOND + 2, SECOND + 3, SECOND + 4,
                5 * SECOND);
        assertThat(events).extracting(event -> event.cpu).containsExactly(0, 2, 0, 2, 2);
        assertThat(events).extracting(recorded::comm).containsExactly("first name", "<idle>", "first name", "<idle>",
                "CPU 3/KVM");
        assertThat(events.get(0).flags).isEqualTo(Event.IRQS_OFF);
        assertThat(events.get(1).task).isEqualTo(9);
        assertThat(events.get(1).targetCpu).isEqualTo(2);
        assertThat(recorded.taskComm(events.get(1))).isEqualTo("CPU 3/KVM");
        final Event last = events.get(4);
        assertThat(recorded.prevComm(last)).isEqualTo("KVM renamed");
        assertThat(last.prevState).isNotZero();
        assertThat(last.task).isZero();
        assertThat(TaskState.letters(last.prevState)).isEqualTo("D?");
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void readsVersion6OfEveryLayout(final Layout layout) {
        final Recorded recorded = Recorded.of(sample(layout).version6());
        isTheSample(recorded);
        assertThat(recorded.summary().kernel()).contains("6.1.0-test");
        assertThat(recorded.summary().clock()).contains("local");
        assertThat(recorded.summary().overwritten()).isEqualTo(42);
        assertThat(recorded.summary().cpuCount()).isEqualTo(3);
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void readsVersion7OfEveryLayout(final Layout layout) {
        for (final String compression : List.of("none", "zlib", "zstd")) {
            final Recorded recorded = Recorded.of(sample(layout).version7(compression));
            isTheSample(recorded);
            assertThat(recorded.summary().cpuCount()).isEqualTo(64);
        }
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void theEventsOfFurtherTraceInstancesAreMergedIn(final Layout layout) {
        final TraceDatFile file = sample(layout);
        file.instance("sched").cpu(1).add(SECOND + 1, layout.wake(Layout.WAKING, 77, "a", 8, 1));
        file.instance("other").cpu(2).add(SECOND + 1, layout.wake(Layout.WAKING, 9, "b", 7, 1));
        for (final byte[] bytes : List.of(file.version6(), file.version7("none"), file.version7("zstd"))) {
            final Recorded recorded = Recorded.of(bytes);
            assertThat(recorded.summary().warnings()).isEmpty();
            assertThat(recorded.events()).hasSize(7).extracting(event -> event.nanos).startsWith(SECOND, SECOND + 1,
                    SECOND + 1, SECOND + 2);
            assertThat(recorded.events()).extracting(recorded::taskComm).startsWith("CPU 3/KVM", "a", "b");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"zlib", "zstd"})
    void ofADamagedPackedPartTheOthersAreUsed(final String compression) {
        final Layout layout = Layout.of(ByteOrder.LITTLE_ENDIAN, 8);
        final var file = new TraceDatFile(layout);
        final var random = new Random(5);
        for (int i = 0; i < 200; i++) {
            file.cpu(0).add(i, layout.wake(Layout.WAKING, 77, Integer.toString(random.nextInt()), 9, 2));
        }
        final byte[] bytes = file.version7(compression);
        final String magic = "zlib".equals(compression) ? "x\u009c" : "(\u00b5/\u00fd";
        bytes[new String(bytes, StandardCharsets.ISO_8859_1).lastIndexOf(magic)] ^= 1; // of the last page
        final Recorded recorded = Recorded.of(bytes);
        assertThat(recorded.events()).hasSizeBetween(50, 199);
        assertThat(recorded.summary().cut()).as("the file is whole").isEmpty();
        assertThat(recorded.summary().warnings()).singleElement().asString().contains("damaged");
    }

    @Test
    void theFormatsPrintLineSaysWhichBitIsPreemption() {
        final Layout layout = Layout.of(ByteOrder.LITTLE_ENDIAN, 8);
        final var file = new TraceDatFile(layout);
        file.cpu(0).add(1, layout.change("a", 1, 0x200, "b", 2)).add(2, layout.change("b", 2, 0x100, "a", 1)).add(3,
                layout.change("a", 1, 0x10, "b", 2));
        assertThat(Recorded.of(file.version6()).events()).extracting(event -> TaskState.letters(event.prevState))
                .containsExactly("R+", "?", "X");
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 12})
    void aPageThatBeginsAfterALossShowsIt(final long count) {
        for (final Layout layout : layouts().toList()) {
            final var file = new TraceDatFile(layout);
            file.cpu(1).add(1, layout.wake(Layout.WAKING, 1, "a", 2, 0)).lose(count).add(9,
                    layout.wake(Layout.WAKEUP, 1, "a", 2, 0));
            final Recorded recorded = Recorded.of(file.version6());
            assertThat(recorded.events()).extracting(event -> event.kind).containsExactly(EventKind.WAKING,
                    EventKind.LOST, EventKind.WAKEUP);
            assertThat(recorded.events().get(1).nanos).isEqualTo(9);
            assertThat(recorded.events().get(1).number).isEqualTo((int) count);
            assertThat(recorded.summary().gaps()).isEqualTo(1);
        }
    }

    @Test
    void passesOverDiscardedEventsAndTakesAbsoluteTimes() {
        for (final Layout layout : layouts().toList()) {
            final var file = new TraceDatFile(layout);
            file.cpu(0).add(100, layout.wake(Layout.WAKING, 1, "a", 2, 0)).addPadding(7 * SECOND).add(7 * SECOND + 5,
                    layout.wake(Layout.WAKEUP, 1, "a", 2, 0));
            assertThat(Recorded.of(file.version6()).events()).extracting(event -> event.nanos).containsExactly(100L,
                    7 * SECOND + 5);
        }
    }

    @Test
    void aRecordLongerThanItsPageEndsThePageNotTheReading() {
        final Layout layout = Layout.of(ByteOrder.LITTLE_ENDIAN, 8);
        final var file = new TraceDatFile(layout);
        file.cpu(0).add(1, layout.wake(Layout.WAKING, 1, "a", 2, 0)).addBroken().lose(0).add(9,
                layout.wake(Layout.WAKEUP, 1, "a", 2, 0));
        final Recorded recorded = Recorded.of(file.version6());
        assertThat(recorded.events()).extracting(event -> event.kind).containsExactly(EventKind.WAKING, EventKind.LOST,
                EventKind.WAKEUP);
        assertThat(recorded.summary().warnings()).singleElement().asString()
                .contains("a ring-buffer record is longer than its page");
    }

    @Test
    void usesEverythingBeforeACut() {
        final Layout layout = Layout.of(ByteOrder.LITTLE_ENDIAN, 8);
        final var file = new TraceDatFile(layout);
        for (int i = 0; i < 1000; i++) {
            file.cpu(0).add(i * 1000L, layout.wake(Layout.WAKING, 1, "a", 2, 0));
        }
        final byte[] whole = file.version6();
        final Recorded recorded = Recorded.of(Arrays.copyOf(whole, whole.length - 2 * TraceDatFile.PAGE - 100));
        assertThat(recorded.events().size()).isBetween(700, 999);
        assertThat(recorded.summary().cut()).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"6", "none"})
    void eachCpuOfACutFileEndsAtItsOwnLastEvent(final String version) {
        final Layout layout = Layout.of(ByteOrder.LITTLE_ENDIAN, 8);
        final var file = new TraceDatFile(layout);
        for (int i = 0; i < 900; i++) {
            file.cpu(i % 3).add(i * 1000L, layout.wake(Layout.WAKING, 1, "a", 2, 0));
        }
        final byte[] whole = "6".equals(version) ? file.version6() : file.version7(version);
        final Recorded recorded = Recorded.of(Arrays.copyOf(whole, whole.length - 5 * TraceDatFile.PAGE));
        final var last = new long[3];
        recorded.events().forEach(event -> last[event.cpu] = event.nanos);
        assertThat(last[0]).as("which lies first").isEqualTo(897_000);
        assertThat(recorded.ends()).extracting(event -> event.cpu).containsExactly(2, 1);
        assertThat(recorded.ends()).extracting(event -> event.nanos).containsExactly(0L, last[1]);
        assertThat(recorded.summary().cpus().toString()).isEqualTo("0-1");
        assertThat(recorded.summary().warnings()).extracting(Object::toString)
                .anyMatch(warning -> warning.contains("CPU 2 first, 897 us before the last"));
    }

    private static TraceDatFile longSample(final Layout layout) {
        final var file = new TraceDatFile(layout);
        for (int i = 0; i < 400; i++) {
            file.cpu(i % 3 * 2).add(i * 1000L, layout.wake(Layout.WAKING, 1, "a", i, 0));
            file.instance("other").cpu(1).add(i * 1000L + 1, layout.wake(Layout.WAKEUP, 1, "b", i, 0));
        }
        return file;
    }

    private static List<String> lines(final Recorded recorded) {
        return recorded.events().stream()
                .map(event -> event.nanos + " " + event.cpu + " " + event.kind + " " + event.task).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"6", "none", "zlib", "zstd"})
    void everyCutIsToldAndEverythingBeforeItUsed(final String version) {
        for (final Layout layout : List.of(Layout.of(ByteOrder.LITTLE_ENDIAN, 8), Layout.of(ByteOrder.BIG_ENDIAN, 4))) {
            final TraceDatFile file = longSample(layout);
            final byte[] whole = "6".equals(version) ? file.version6() : file.version7(version);
            final List<String> all = lines(Recorded.of(whole));
            assertThat(all).hasSize(800);
            int before = 0;
            for (int length = 1000; length < whole.length; length += 307) {
                try {
                    final Recorded recorded = Recorded.of(Arrays.copyOf(whole, length));
                    final List<String> used = lines(recorded);
                    assertThat(recorded.summary().cut()).isPresent();
                    assertThat(used).hasSizeGreaterThanOrEqualTo(before);
                    assertThat(all).containsAll(used);
                    before = used.size();
                } catch (final IllegalArgumentException e) {
                    assertThat(e.getMessage()).contains("the file ends").doesNotContain("\n");
                    assertThat(before).isZero();
                }
            }
            assertThat(before).isGreaterThan(700);
        }
    }

    @Test
    void pagesThatTraceCmdWroteBeforeItWasStoppedAreFound() {
        final TraceDatFile file = longSample(Layout.of(ByteOrder.LITTLE_ENDIAN, 8));
        for (final String compression : List.of("none", "zstd")) {
            final byte[] whole = file.version7(compression);
            final int section = new String(whole, StandardCharsets.ISO_8859_1)
                    .indexOf("none".equals(compression) ? "\3\0\0\0\0\0\0\0" : "\3\0\1\0\0\0\0\0");
            final int from = section + 2 * Long.BYTES + TraceDatFile.PAGE - 1 & -TraceDatFile.PAGE;
            final byte[] stopped = Arrays.copyOf(whole, from + 3000);
            Arrays.fill(stopped, section + Long.BYTES, section + 2 * Long.BYTES, (byte) 0); // the size comes last
            if (!"none".equals(compression)) {
                Arrays.fill(stopped, from, from + Integer.BYTES, (byte) 0); // and so does the count of chunks
            }
            final Recorded recorded = Recorded.of(stopped);
            assertThat(recorded.events()).hasSizeGreaterThan(40).allMatch(event -> event.cpu == 0);
            assertThat(recorded.summary().cut()).isPresent();
        }
    }

    @Test
    void noDamageMakesItThrowAnythingElse() {
        final var random = new Random(5);
        for (final byte[] whole : List.of(sample(Layout.of(ByteOrder.LITTLE_ENDIAN, 8)).version7("zlib"),
                sample(Layout.of(ByteOrder.BIG_ENDIAN, 4)).version6())) {
            for (int i = 0; i < 100; i++) {
                final byte[] damaged = whole.clone();
                for (int bits = random.nextInt(1, 8); bits > 0; bits--) {
                    damaged[random.nextInt(10, damaged.length)] ^= (byte) (1 << random.nextInt(8));
                }
                try {
                    Recorded.of(damaged);
                } catch (final IllegalArgumentException e) {
                    assertThat(e.getMessage()).isNotBlank().doesNotContain("\n");
                }
            }
        }
    }

    @Test
    void namesWhatItCannotRead() {
        assertThatThrownBy(() -> Recorded.of("\u0017\bDtracing8\0\0\b\0\u0010\0\0"))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("version 8");
    }

    @Test
    void theHeaderTellsTheCpusWithoutReadingTheEvents() throws IOException {
        final Layout layout = Layout.of(ByteOrder.LITTLE_ENDIAN, 8);
        final var file = new TraceDatFile(layout);
        file.cpu(2).add(SECOND, layout.wake(Layout.WAKING, 77, "a", 9, 7));
        final Path path = Files.write(directory.resolve("trace.dat"), file.version6());
        try (Recording recording = Recording.open(path)) {
            assertThat(recording.cpuCount()).isEqualTo(3);
        }
    }
}
