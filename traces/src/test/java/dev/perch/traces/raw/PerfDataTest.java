package dev.perch.traces.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdOutputStream;
import dev.perch.traces.EventKind;
import dev.perch.traces.Recorded;
import dev.perch.traces.TaskState;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PerfDataTest {
    private static final int DATA = 40; // where the header tells the place and the size of the records
    private static final int SAMPLE = 9;
    private static final int COMPRESSED = 81;
    private static final int COMPRESSED2 = 83;
    private static final int FLUSHED = 20_001; // perf flushes as often as it empties a CPU's buffer

    private static byte[] sample() throws IOException {
        try (var in = new GZIPInputStream(new ByteArrayInputStream(Recorded.sample("msg2x4.perf.data.gz")))) {
            return in.readAllBytes();
        }
    }

    @Test
    void tellsTheKernelAndTheMachine() throws IOException {
        final Recorded recorded = Recorded.of(sample());
        assertThat(recorded.summary().kernel()).contains("6.1.0-57-amd64");
        assertThat(recorded.summary().cpuCount()).isEqualTo(16);
        assertThat(recorded.events()).isSortedAccordingTo((a, b) -> Long.compare(a.nanos, b.nanos));
    }

    /** Where each sample in the file ends. */
    private static List<Integer> samples(final byte[] bytes) {
        final ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        final int from = (int) file.getLong(DATA);
        final int to = from + (int) file.getLong(DATA + 8);
        final var ends = new ArrayList<Integer>();
        for (int at = from; at < to; at += file.getShort(at + 6) & 0xffff) {
            if (file.getInt(at) == SAMPLE) {
                ends.add(at + (file.getShort(at + 6) & 0xffff));
            }
        }
        return ends;
    }

    @Test
    void everyCutIsToldAndEverythingBeforeItUsed() throws IOException {
        final byte[] whole = sample();
        final List<String> all = lines(Recorded.of(whole));
        final List<Integer> ends = samples(whole);
        assertThat(all).hasSameSizeAs(ends);
        int cuts = 0;
        for (int length = 1000; length < whole.length; length += 1009) {
            final int cut = length;
            try {
                final Recorded recorded = Recorded.of(Arrays.copyOf(whole, length));
                assertThat(all).containsAll(lines(recorded));
                assertThat(recorded.events()).hasSize((int) ends.stream().filter(end -> end <= cut).count());
                assertThat(recorded.summary().cut()).isPresent();
                cuts++;
            } catch (final IllegalArgumentException e) {
                assertThat(e.getMessage()).contains("the file ends").doesNotContain("\n");
                assertThat(length).isLessThan(ends.get(20));
            }
        }
        assertThat(cuts).isGreaterThan(100);
    }

    @Test
    void whatPerfWroteBeforeItWasStoppedIsRead() throws IOException {
        final byte[] stopped = Arrays.copyOf(sample(), 100_000);
        ByteBuffer.wrap(stopped).order(ByteOrder.LITTLE_ENDIAN).putLong(DATA + 8, 0);
        final Recorded recorded = Recorded.of(stopped);
        assertThat(lines(Recorded.of(sample()))).containsAll(lines(recorded));
        assertThat(recorded.events()).hasSizeGreaterThan(400);
        assertThat(recorded.summary().cut()).isPresent();
        assertThat(recorded.summary().warnings()).extracting(Object::toString).hasSize(2)
                .anyMatch(warning -> warning.contains("recognized"))
                .anyMatch(warning -> warning.contains("each ends at its last one"));
    }

    @Test
    void eachCpuOfACutFileEndsAtItsOwnLastEvent() throws IOException {
        final byte[] whole = sample();
        final Recorded all = Recorded.of(whole);
        assertThat(all.ends()).isEmpty();
        final Recorded recorded = Recorded.of(Arrays.copyOf(whole, 100_000));
        final var last = new HashMap<Integer, Long>();
        recorded.events().forEach(event -> last.put(event.cpu, event.nanos));
        assertThat(last.keySet()).hasSize(16);
        assertThat(Set.copyOf(last.values())).hasSize(16);
        assertThat(recorded.ends()).extracting(event -> event.cpu).containsExactlyInAnyOrderElementsOf(last.keySet());
        assertThat(recorded.ends()).allSatisfy(end -> assertThat(end.nanos).isGreaterThanOrEqualTo(last.get(end.cpu)));
        assertThat(recorded.ends()).extracting(event -> event.nanos).isSorted().containsAll(
                last.values().stream().filter(nanos -> nanos > recorded.ends().getFirst().nanos).toList());
        assertThat(recorded.summary().counts()).doesNotContainKey(EventKind.CUT);
    }

    /** The sample with another size in the header of the record behind so many samples. */
    private static byte[] resized(final int samples, final int size) throws IOException {
        final byte[] damaged = sample();
        final int place = samples(damaged).get(samples - 1);
        ByteBuffer.wrap(damaged).order(ByteOrder.LITTLE_ENDIAN).putShort(place + 6, (short) size);
        return damaged;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 7, 65528})
    void aRecordsDamagedSizeIsNoCut(final int size) throws IOException {
        final int before = samples(sample()).size() - 100;
        final int place = samples(sample()).get(before - 1);
        final Recorded recorded = Recorded.of(resized(before, size));
        assertThat(recorded.events()).hasSize(before);
        assertThat(recorded.ends()).isNotEmpty();
        assertThat(recorded.summary().cut()).isEmpty();
        assertThat(recorded.summary().kernel()).isPresent();
        assertThat(recorded.summary().warnings()).extracting(Object::toString)
                .anyMatch(warning -> warning.startsWith("byte " + place + ": damaged"));
    }

    @Test
    void ofAFileDamagedBeforeItsFirstSampleNothingIsTold() throws IOException {
        final byte[] damaged = sample();
        final ByteBuffer header = ByteBuffer.wrap(damaged).order(ByteOrder.LITTLE_ENDIAN);
        final int first = (int) header.getLong(DATA);
        header.putShort(first + 6, (short) 3);
        assertThatThrownBy(() -> Recorded.of(damaged)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("holds no event that could be read: byte " + first + ": damaged");
    }

    @Test
    void tracepointsThatTheirSamplesDoNotShowAreNotGuessed() throws IOException {
        final byte[] damaged = Arrays.copyOf(sample(), 100_000);
        for (final int end : samples(sample())) {
            if (end <= damaged.length) {
                Arrays.fill(damaged, end - 32, end, (byte) 1); // no pid of the running task, no name with an end
            }
        }
        assertThatThrownBy(() -> Recorded.of(damaged)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("record again");
    }

    /** The sample with its records packed as perf record -z does, each packed record {@code part} bytes of the stream. */
    private static byte[] packed(final int type, final int part) throws IOException {
        final byte[] plain = sample();
        final ByteBuffer header = ByteBuffer.wrap(plain).order(ByteOrder.LITTLE_ENDIAN);
        final int data = (int) header.getLong(DATA);
        final int size = (int) header.getLong(DATA + 8);
        final var stream = new ByteArrayOutputStream();
        try (var zstd = new ZstdOutputStream(stream)) {
            for (int from = 0; from < size; from += FLUSHED) {
                zstd.write(plain, data + from, Math.min(FLUSHED, size - from));
                zstd.flush();
            }
        }
        final var out = new ByteArrayOutputStream();
        out.writeBytes(plain);
        for (int from = 0; from < stream.size(); from += part) {
            final int length = Math.min(part, stream.size() - from);
            final int extra = type == COMPRESSED2 ? 8 : 0;
            final int padded = extra == 0 ? length : length + 7 & ~7;
            final ByteBuffer record = ByteBuffer.allocate(8 + extra + padded).order(ByteOrder.LITTLE_ENDIAN);
            record.putInt(type).putShort((short) 0).putShort((short) record.capacity());
            if (extra > 0) {
                record.putLong(length);
            }
            out.writeBytes(record.put(stream.toByteArray(), from, length).array());
        }
        final int packedSize = out.size() - plain.length;
        out.write(plain, data + size, plain.length - data - size); // the places of the features
        final byte[] bytes = out.toByteArray();
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(DATA, plain.length).putLong(DATA + 8, packedSize);
        return bytes;
    }

    /** Of the states whose bits moved, only a format file tells the letter. */
    private static String letters(final int state) {
        return TaskState.letters(state).replace('I', '?');
    }

    private static List<String> lines(final Recorded recorded) {
        return recorded.events().stream().map(event -> event.nanos + " " + event.cpu + " " + event.pid + " "
                + recorded.comm(event) + " " + event.kind + " " + switch (event.kind) {
                    case SWITCH -> recorded.prevComm(event) + " " + letters(event.prevState) + " "
                            + recorded.taskComm(event) + " " + event.task;
                    case WAKING, WAKEUP_NEW -> recorded.taskComm(event) + " " + event.task + " " + event.targetCpu;
                    case MIGRATE -> event.task + " " + event.originCpu + " " + event.targetCpu;
                    case FORK -> recorded.taskComm(event) + " " + event.task;
                    default -> "";
                }).toList();
    }

    @ParameterizedTest
    @CsvSource({"81, 60000", "81, 1000", "81, 7", "83, 999", "83, 16"})
    void packedRecordsAreReadAsTheyAre(final int type, final int part) throws IOException {
        final Recorded recorded = Recorded.of(packed(type, part));
        assertThat(lines(recorded)).isEqualTo(lines(Recorded.of(sample())));
        assertThat(recorded.summary().warnings()).isEmpty();
    }

    @Test
    void ofDamagedPackedRecordsTheOnesBeforeAreUsed() throws IOException {
        final byte[] damaged = packed(COMPRESSED, 504);
        final int records = (int) ByteBuffer.wrap(damaged).order(ByteOrder.LITTLE_ENDIAN).getLong(DATA + 8) / 512;
        final int late = sample().length + records * 3 / 4 * 512;
        Arrays.fill(damaged, late + 8, late + 512, (byte) 0xff);
        final Recorded recorded = Recorded.of(damaged);
        assertThat(lines(recorded)).hasSizeGreaterThan(100).isSubsetOf(lines(Recorded.of(sample())));
        assertThat(recorded.summary().warnings()).hasSize(1).first().asString().contains("compressed record");
    }

    @Test
    void noDamageMakesItThrowAnythingElse() throws IOException {
        final byte[] whole = sample();
        final var random = new Random(3);
        for (int i = 0; i < 150; i++) {
            final byte[] damaged = whole.clone();
            for (int bits = random.nextInt(1, 40); bits > 0; bits--) {
                final int place = i % 2 == 0 ? random.nextInt(8, 2000) : random.nextInt(8, damaged.length);
                damaged[place] ^= (byte) (1 << random.nextInt(8));
            }
            try {
                Recorded.of(damaged);
            } catch (final IllegalArgumentException e) {
                assertThat(e.getMessage()).isNotBlank().doesNotContain("\n");
            }
        }
    }
}
