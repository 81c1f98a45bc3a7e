package dev.perch.traces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/** Whatever the file: what can be used is used, the rest is told in one line. */
class HostileFilesTest {
    private static final byte[] TEXT = "a-1 [001] 1.1: sched_wakeup: comm=b pid=2 prio=120 target_cpu=003\n"
            .repeat(5000)
            .getBytes(StandardCharsets.UTF_8);

    @TempDir
    Path directory;

    private static void isRefused(final byte[] bytes, final String why) {
        assertThatThrownBy(() -> Recorded.of(bytes)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why).extracting(Throwable::getMessage).asString().doesNotContain("\n");
    }

    @Test
    void anEmptyFile() {
        isRefused(new byte[0], "empty");
    }

    @Test
    void aMissingFile() {
        assertThatThrownBy(() -> Recorded.of(directory.resolve("none"))).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no such file");
    }

    @Test
    void aPackedFileThatEndsAtOnce() {
        isRefused(new byte[]{0x1f, (byte) 0x8b}, "damaged gzip file (it ends too early)");
        isRefused(new byte[]{(byte) 0xfd, '7', 'z', 'X', 'Z', 0}, "damaged xz file (it ends too early)");
    }

    @Test
    void aDeviceIsNoRecording() {
        assertThatThrownBy(() -> Recorded.of(Path.of("/dev/zero"))).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("copy it to a file");
    }

    @Test
    void aDirectoryWithoutATrace() {
        assertThatThrownBy(() -> Recorded.of(directory)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not a recording");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 100, 5000, 300_000})
    void randomBytes(final int length) {
        final var random = new Random(length);
        for (int i = 0; i < 20; i++) {
            final var bytes = new byte[length];
            random.nextBytes(bytes);
            isRefused(bytes, "");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"hello\n", "\n\n\n", "{}", "<html></html>", "TRACE", "\u0000\u0000"})
    void textThatIsNoTrace(final String text) {
        isRefused(text.getBytes(StandardCharsets.UTF_8), "");
    }

    @Test
    void anEventWithAnImpossibleStampIsPassedOver() {
        final Recorded recorded = Recorded.of("a-1 [001] 9223372035.000000: sched_wakeup: comm=b pid=2 prio=120"
                + " target_cpu=003\na-1 [001] 1.000000: sched_wakeup: comm=b pid=2 prio=120 target_cpu=003\n");
        assertThat(recorded.only().nanos).isEqualTo(1_000_000_000);
        assertThat(recorded.summary().warnings()).hasToString("[CPU 1: an event with an impossible stamp passed over]");
    }

    @Test
    void fewEventsStampedFarFromAllOthersArePassedOver() {
        final var text = new StringBuilder();
        text.append(wakeUpAt(1));
        for (int i = 0; i < 300; i++) {
            text.append(wakeUpAt(1_000_000 + i));
        }
        text.append(wakeUpAt(900_000_000)).append(wakeUpAt(900_000_001)).append(wakeUpAt(1_000_300));
        final Summary summary = Recorded.of(text.toString()).summary();
        assertThat(summary.firstNanos()).isEqualTo(1_000_000_000_000_000L);
        assertThat(summary.spanNanos()).isEqualTo(300_000_000_000L);
        assertThat(summary.warnings()).hasToString(
                "[CPU 1: an event stamped more than a day apart from all others passed over (and 2 more)]");
    }

    @Test
    void aRecordingThatGoesOnAfterDaysIsWhole() {
        final var text = new StringBuilder();
        for (int i = 0; i < 300; i++) {
            text.append(wakeUpAt(1_000_000 + i));
        }
        for (int i = 0; i < 300; i++) {
            text.append(wakeUpAt(2_000_000 + i));
        }
        final Summary summary = Recorded.of(text.toString()).summary();
        assertThat(summary.events()).isEqualTo(600);
        assertThat(summary.warnings()).isEmpty();
    }

    private static String wakeUpAt(final int seconds) {
        return "a-1 [001] " + seconds + ".000000: sched_wakeup: comm=b pid=2 prio=120 target_cpu=003\n";
    }

    private static OutputStream packer(final String packing, final OutputStream out) throws IOException {
        return switch (packing) {
            case "gz" -> new GZIPOutputStream(out);
            case "xz" -> new XZOutputStream(out, new LZMA2Options(0));
            case "bz2" -> new BZip2CompressorOutputStream(out);
            default -> new ZstdOutputStream(out);
        };
    }

    private static byte[] pack(final String packing, final byte[] bytes) throws IOException {
        final var packed = new ByteArrayOutputStream();
        try (OutputStream out = packer(packing, packed)) {
            out.write(bytes);
        }
        return packed.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(strings = {"gz", "xz", "bz2", "zst"})
    void packedFilesAreReadAsTheyAre(final String packing) throws IOException {
        assertThat(Recorded.of(pack(packing, TEXT)).events()).hasSize(5000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gz", "xz", "zst"})
    void ofAPackedFileThatWasCutEverythingBeforeTheCutIsUsed(final String packing) throws IOException {
        final var text = new StringBuilder();
        final var random = new Random(1);
        for (int i = 0; i < 60_000; i++) {
            text.append("a-1 [001] ").append(i / 1000).append('.').append(100_000 + i % 1000)
                    .append(": sched_wakeup: comm=b pid=").append(random.nextInt(100_000))
                    .append(" prio=120 target_cpu=003\n");
        }
        final byte[] packed = pack(packing, text.toString().getBytes(StandardCharsets.UTF_8));
        final Recorded recorded = Recorded.of(Arrays.copyOf(packed, packed.length - 100));
        assertThat(recorded.events()).hasSizeGreaterThan(20_000);
        assertThat(recorded.summary().cut()).isPresent();
        assertThat(recorded.events()).allMatch(event -> event.targetCpu == 3 && event.taskPrio == 120);
    }

    @Test
    void formatsThatPerchKnowsBySightAreRefusedByName() {
        isRefused("Attaching 6 probes...\nST:0:cc6b0587\nP:12dbd9:0:78:swapper/0\n".getBytes(StandardCharsets.UTF_8),
                "does not read SchedViz's eBPF text");
        isRefused("{\"traceEvents\": []}".getBytes(StandardCharsets.UTF_8), "does not read Chrome's JSON");
    }

    @Test
    void aBombIsRefused() throws IOException {
        final Path bomb = directory.resolve("bomb.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(bomb))) {
            final byte[] lines = Arrays.copyOf(TEXT, 67 * 5000);
            for (int i = 0; i < 400; i++) {
                out.write(lines);
            }
        }
        assertThatThrownBy(() -> {
            try (Recording recording = Recording.open(bomb)) {
                recording.read(event -> {});
            }
        }).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("unpacks to more than");
    }
}
