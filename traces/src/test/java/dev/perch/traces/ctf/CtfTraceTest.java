package dev.perch.traces.ctf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.perch.traces.Event;
import dev.perch.traces.EventKind;
import dev.perch.traces.Recorded;
import dev.perch.traces.Summary;
import dev.perch.traces.TaskState;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CtfTraceTest {
    private static final String METADATA = """
            /* CTF 1.8 */
            typealias integer { size = 8; align = 8; signed = false; } := uint8_t;
            typealias integer { size = 32; align = 8; signed = false; } := uint32_t;
            typealias integer { size = 64; align = 8; signed = false; } := uint64_t;
            typealias integer { size = 64; align = 8; signed = false; } := unsigned long;
            typealias integer { size = 5; align = 1; signed = false; } := uint5_t;
            // a comment; with { braces
            trace { major = 1; minor = 8; byte_order = BYTE_ORDER;
                packet.header := struct { uint32_t magic; uint8_t uuid[16]; uint32_t stream_id; };
            };
            env { kernel_release = "6.6.6"; tracer_name = "lttng-modules"; tracer_major = 2; };
            clock { name = "monotonic"; freq = 1000000000; offset = 17; };
            typealias integer { size = 27; align = 1; signed = false; map = clock.monotonic.value; } := uint27_clock_t;
            typealias integer { size = 64; align = 8; signed = false; map = clock.monotonic.value; } := uint64_clock_t;
            struct packet_context { uint64_clock_t timestamp_begin; uint64_clock_t timestamp_end; uint64_t content_size;
                uint64_t packet_size; unsigned long events_discarded; uint32_t cpu_id; };
            struct event_header_compact {
                enum : uint5_t { compact = 0 ... 30, extended = 31 } id;
                variant <id> {
                    struct { uint27_clock_t timestamp; } compact;
                    struct { uint32_t id; uint64_clock_t timestamp; } extended;
                } v;
            } align(8);
            stream { id = 0; event.header := struct event_header_compact; packet.context := struct packet_context; };
            event { name = "sched_switch"; id = 3; stream_id = 0; fields := struct {
                integer { size = 8; align = 8; signed = 0; encoding = UTF8; base = 10; } _prev_comm[16];
                integer { size = 32; align = 8; signed = 1; } _prev_tid;
                integer { size = 32; align = 8; signed = 1; } _prev_prio;
                integer { size = 64; align = 8; signed = 1; } _prev_state;
                integer { size = 8; align = 8; signed = 0; encoding = UTF8; base = 10; } _next_comm[16];
                integer { size = 32; align = 8; signed = 1; } _next_tid;
                integer { size = 32; align = 8; signed = 1; } _next_prio; }; };
            event { name = "sched_wakeup"; id = 900; stream_id = 0; fields := struct {
                uint8_t __extra_length; uint8_t _extra[ __extra_length ]; string _comm;
                integer { size = 32; align = 8; signed = 1; } _tid;
                integer { size = 32; align = 8; signed = 1; } _prio;
                integer { size = 32; align = 8; signed = 1; } _target_cpu; }; };
            callsite { name = "x"; func = "y"; };
            """;

    @TempDir
    Path directory;

    /** A packet under construction. */
    private static final class Packet {
        private final ByteBuffer bytes;

        Packet(final ByteOrder order, final int cpu, final long begin, final long discarded) {
            bytes = ByteBuffer.allocate(4096).order(order);
            bytes.putInt(0xC1FC1FC1).position(20).putInt(0);
            bytes.putLong(begin).putLong(0).putLong(0).putLong(4096 * 8L).putLong(discarded).putInt(cpu);
        }

        private void name(final String name) {
            final int end = bytes.position() + 16;
            bytes.put(name.getBytes(StandardCharsets.UTF_8)).position(end);
        }

        Packet change(final long nanos, final String prev, final int prevPid, final long state, final String next,
                final int nextPid) {
            final int low = (int) nanos & (1 << 27) - 1;
            bytes.putInt(bytes.order() == ByteOrder.LITTLE_ENDIAN ? low << 5 | 3 : 3 << 27 | low);
            name(prev);
            bytes.putInt(prevPid).putInt(20).putLong(state);
            name(next);
            bytes.putInt(nextPid).putInt(20);
            return this;
        }

        Packet wakeup(final long nanos, final String comm, final int pid, final int cpu) {
            bytes.put((byte) (bytes.order() == ByteOrder.LITTLE_ENDIAN ? 31 : 31 << 3)).putInt(900).putLong(nanos);
            bytes.put((byte) 2).putShort((short) -1).put((comm + "\0").getBytes(StandardCharsets.UTF_8));
            bytes.putInt(pid).putInt(20).putInt(cpu);
            return this;
        }

        byte[] done() {
            bytes.putLong(24 + 16, bytes.position() * 8L);
            return bytes.array();
        }
    }

    private Path write(final ByteOrder order, final String metadata) throws IOException {
        Files.writeString(directory.resolve("metadata"),
                metadata.replace("BYTE_ORDER", order == ByteOrder.LITTLE_ENDIAN ? "le" : "be"));
        final long wrapped = 1L << 27;
        Files.write(directory.resolve("channel0_0"),
                new Packet(order, 0, 100, 0).change(100, "swapper/0", 0, 0, "CPU 3/KVM", 9)
                        .change(wrapped + 50, "CPU 3/KVM", 9, 2, "swapper/0", 0).done());
        final byte[] first = new Packet(order, 1, 90, 4).wakeup(95, "CPU 3/KVM", 9, 0).done();
        final byte[] second = new Packet(order, 1, wrapped, 7).wakeup(wrapped + 60, "b", 10, 1).done();
        final byte[] both = Arrays.copyOf(first, 8192);
        System.arraycopy(second, 0, both, 4096, 4096);
        Files.write(directory.resolve("channel0_1"), both);
        return directory;
    }

    private static void isTheTrace(final Recorded recorded) {
        assertThat(recorded.summary().warnings()).isEmpty();
        assertThat(recorded.summary().kernel()).contains("6.6.6");
        final List<Event> events = recorded.events().stream().filter(event -> event.kind != EventKind.LOST).toList();
        assertThat(events).extracting(event -> event.nanos + " " + event.cpu + " " + event.kind).containsExactly(
                "95 1 WAKEUP", "100 0 SWITCH", (1 << 27) + 50 + " 0 SWITCH", (1 << 27) + 60 + " 1 WAKEUP");
        assertThat(events).extracting(event -> event.pid).containsExactly(-1, 0, 9, -1);
        assertThat(recorded.taskComm(events.get(0))).isEqualTo("CPU 3/KVM");
        assertThat(events.get(0).taskPrio).isEqualTo(120);
        assertThat(recorded.prevComm(events.get(2))).isEqualTo("CPU 3/KVM");
        assertThat(TaskState.letters(events.get(2).prevState)).isEqualTo("D");
        assertThat(recorded.summary().lost()).isEqualTo(7);
        assertThat(recorded.events()).filteredOn(event -> event.kind == EventKind.LOST)
                .extracting(event -> event.number).containsExactly(4, 3);
    }

    @Test
    void readsBothByteOrdersAndClocksThatGoRound() throws IOException {
        for (final ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
            isTheTrace(Recorded.of(write(order, METADATA)));
        }
    }

    @Test
    void metadataNeedNotBeginWithItsComment() throws IOException {
        isTheTrace(Recorded.of(write(ByteOrder.LITTLE_ENDIAN, METADATA.substring(METADATA.indexOf('\n')))));
    }

    @Test
    void metadataMayStandInPackets() throws IOException {
        write(ByteOrder.LITTLE_ENDIAN, METADATA);
        final byte[] text = Files.readAllBytes(directory.resolve("metadata"));
        final ByteBuffer packets = ByteBuffer.allocate(2 * 4096).order(ByteOrder.LITTLE_ENDIAN);
        final int half = text.length / 2;
        for (int i = 0; i < 2; i++) {
            final byte[] part = Arrays.copyOfRange(text, i * half, i == 0 ? half : text.length);
            packets.position(i * 4096).putInt(0x75D11D57).position(i * 4096 + 24);
            packets.putInt((37 + part.length) * 8).putInt(4096 * 8).position(i * 4096 + 37).put(part);
        }
        Files.write(directory.resolve("metadata"), packets.array());
        isTheTrace(Recorded.of(directory));
    }

    @Test
    void metadataInJsonIsRefusedByName() throws IOException {
        write(ByteOrder.LITTLE_ENDIAN, METADATA);
        Files.writeString(directory.resolve("metadata"), "\u001e{\"type\": \"preamble\", \"version\": 2}");
        assertThatThrownBy(() -> Recorded.of(directory)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("CTF 2");
    }

    @Test
    void brokenMetadataNamesItsLine() throws IOException {
        write(ByteOrder.LITTLE_ENDIAN, METADATA.replace("uint8_t uuid[16]", "mystery uuid[16]"));
        assertThatThrownBy(() -> Recorded.of(directory)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("metadata line 9").hasMessageContaining("mystery");
    }

    @Test
    void usesThePacketsBeforeACut() throws IOException {
        write(ByteOrder.LITTLE_ENDIAN, METADATA);
        final Path channel = directory.resolve("channel0_1");
        Files.write(channel, Arrays.copyOf(Files.readAllBytes(channel), 4096 + 20));
        final Recorded recorded = Recorded.of(directory);
        assertThat(recorded.summary().count(EventKind.WAKEUP)).isEqualTo(1);
        assertThat(recorded.summary().cut()).isPresent();
        assertThat(recorded.ends()).extracting(event -> event.cpu).containsExactly(1);
    }

    @Test
    void anEventThatCannotBeSpoilsNoOther() throws IOException {
        write(ByteOrder.LITTLE_ENDIAN, METADATA.replace("\"sched_switch\"", "\"sched_process_exit\"")
                .replace("_next_comm", "_comm").replace("_next_tid", "_tid").replace("_next_prio", "_prio"));
        Files.write(directory.resolve("channel0_0"),
                new Packet(ByteOrder.LITTLE_ENDIAN, 0, 100, 0).wakeup(100, "b", 9, -1)
                        .change(101, "b", 9, 0, "b", 9).done());
        final Recorded recorded = Recorded.of(directory);
        assertThat(recorded.summary().count(EventKind.EXIT)).isEqualTo(1);
        assertThat(warnings(recorded)).containsExactly("unreadable sched_wakeup passed over");
    }

    @Test
    void packetsThatAreMissingAreALoss() throws IOException {
        final Recorded recorded = Recorded
                .of(write(ByteOrder.LITTLE_ENDIAN, METADATA.replace("events_discarded", "packet_seq_num")));
        assertThat(recorded.summary().warnings()).singleElement().asString()
                .contains("packets are missing", "channel0_1 byte 4096");
        assertThat(recorded.events()).filteredOn(event -> event.kind == EventKind.LOST)
                .extracting(event -> event.cpu + " " + event.nanos).containsExactly("1 " + ((1 << 27) + 60));
    }

    private static List<String> warnings(final Recorded recorded) {
        return recorded.summary().warnings().stream().map(Summary.Warning::what).toList();
    }

    @Test
    void aFileThatOnlyItsIndexTellsOfIsMissing() throws IOException {
        write(ByteOrder.LITTLE_ENDIAN, METADATA);
        final Path indices = Files.createDirectory(directory.resolve("index"));
        for (int cpu = 0; cpu < 3; cpu++) {
            Files.writeString(indices.resolve("channel0_" + cpu + ".idx"), "");
        }
        final Recorded recorded = Recorded.of(directory);
        assertThat(recorded.summary().warnings()).singleElement().asString()
                .contains("a file of events is missing", "channel0_2");
    }

    @Test
    void nothingIsKnownOfACpuBelowOthersThatHasNoFile() throws IOException {
        write(ByteOrder.LITTLE_ENDIAN, METADATA);
        Files.delete(directory.resolve("channel0_0"));
        final Recorded recorded = Recorded.of(directory);
        assertThat(warnings(recorded)).anyMatch(what -> what.startsWith("no file holds events of CPU 0:"));
        assertThat(recorded.ends()).extracting(event -> event.cpu + " " + event.nanos).containsExactly("0 95");
    }

    @Test
    void aKindOfStreamWithoutAnyFileIsTold() throws IOException {
        write(ByteOrder.LITTLE_ENDIAN,
                METADATA + """
                        stream { id = 7; event.header := struct event_header_compact; packet.context := struct packet_context; };
                        """);
        assertThat(warnings(Recorded.of(directory))).containsExactly("no file holds events of stream 7");
        Files.write(directory.resolve("channel1_0"), new byte[0]); // it may be that stream's
        assertThat(warnings(Recorded.of(directory))).isEmpty();
    }

    /** A tar of the trace, its files in this order. */
    private byte[] tar(final String... names) throws IOException {
        final var bytes = new ByteArrayOutputStream();
        try (var tar = new TarArchiveOutputStream(bytes)) {
            for (final String name : names) {
                tar.putArchiveEntry(new TarArchiveEntry(directory.resolve(name), name));
                Files.copy(directory.resolve(name), tar);
                tar.closeArchiveEntry();
            }
        }
        return bytes.toByteArray();
    }

    @Test
    void ofACutArchiveTheFilesBeforeTheCutAreUsed() throws IOException {
        write(ByteOrder.LITTLE_ENDIAN, METADATA);
        final byte[] whole = tar("metadata", "channel0_1", "channel0_0");
        isTheTrace(Recorded.of(whole));
        final int end = 512 + (METADATA.length() + 511) / 512 * 512 + 512 + 8192;
        final Recorded betweenFiles = Recorded.of(Arrays.copyOf(whole, end));
        assertThat(betweenFiles.summary().cut()).contains("channel0_1 byte 8192");
        assertThat(betweenFiles.summary().counts()).isEqualTo(Map.of(EventKind.WAKEUP, 2L, EventKind.LOST, 2L));
        assertThat(betweenFiles.ends()).extracting(event -> event.cpu).containsExactly(0);
        final Recorded inAFile = Recorded.of(Arrays.copyOf(whole, end - 4096));
        assertThat(inAFile.summary().cut()).contains("channel0_1 byte 4096");
        assertThat(inAFile.summary().count(EventKind.WAKEUP)).isEqualTo(1);
    }

    @Test
    void noDamageMakesItThrowAnythingElse() throws IOException {
        write(ByteOrder.LITTLE_ENDIAN, METADATA);
        final var random = new Random(11);
        for (int i = 0; i < 300; i++) {
            final Path file = directory.resolve(List.of("metadata", "channel0_0", "channel0_1").get(i % 3));
            final byte[] whole = Files.readAllBytes(file);
            final byte[] damaged = whole.clone();
            damaged[random.nextInt(
                    Math.min(damaged.length, i % 3 == 0 ? damaged.length : 300))] ^= (byte) (1 << random.nextInt(8));
            Files.write(file, damaged);
            try {
                Recorded.of(directory);
            } catch (final IllegalArgumentException e) {
                assertThat(e.getMessage()).isNotBlank().doesNotContain("\n");
            }
            Files.write(file, whole);
        }
    }
}
