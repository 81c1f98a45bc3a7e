package dev.perch.report.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perch.traces.Event;
import dev.perch.traces.EventKind;
import dev.perch.traces.Recording;
import dev.perch.traces.Summary;
import dev.perch.traces.TaskState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PerfettoFileTest {
    private static final String EVENTS = """
            a-97 [000] d..2. 1.000010: sched_waking: comm=b pid=98 prio=120 target_cpu=004
            a-97 [000] d..2. 1.000011: sched_migrate_task: comm=b pid=98 prio=120 orig_cpu=4 dest_cpu=1
            a-97 [000] d..2. 1.000012: sched_wakeup: comm=b pid=98 prio=120 target_cpu=001
            a-97 [000] d..2. 1.000020: sched_switch: prev_comm=a prev_pid=97 prev_prio=120 prev_state=D ==> next_comm=c next_pid=99 next_prio=100
            d-95 [001] d..2. 1.000030: sched_switch: prev_comm=d prev_pid=95 prev_prio=120 prev_state=R+ ==> next_comm=b next_pid=98 next_prio=120
            b-98 [001] d..2. 1.000040: sched_process_fork: comm=b pid=98 child_comm=b child_pid=100
            b-98 [001] d..2. 1.000041: sched_wakeup_new: comm=b pid=100 prio=120 target_cpu=002
            b-98 [001] d..2. 1.000042: sched_process_exec: filename=/bin/b pid=98 old_pid=98
            b-98 [001] d..2. 1.000043: irq_handler_entry: irq=9 name=eth0
            b-98 [001] d..2. 1.000044: irq_handler_exit: irq=9 ret=handled
            b-98 [001] d..2. 1.000045: softirq_entry: vec=3 [action=NET_RX]
            b-98 [001] d..2. 1.000046: softirq_exit: vec=3 [action=NET_RX]
            b-98 [001] d..2. 1.000047: sched_process_exit: comm=b pid=98 prio=120
            <idle>-0 [003] d..2. 1.000048: cpu_idle: state=4294967295 cpu_id=3
            CPU:1 [LOST 3 EVENTS]
            b-98 [001] d..2. 1.000050: sched_switch: prev_comm=b prev_pid=98 prev_prio=120 prev_state=X ==> next_comm=swapper/1 next_pid=0 next_prio=120
            """;

    @TempDir
    private Path directory;

    private static List<String> read(final Path file) throws IOException {
        final var lines = new ArrayList<String>();
        try (Recording recording = Recording.open(file)) {
            assertThat(recording.read(event -> lines.add(line(event, recording))).warnings()).isEmpty();
        }
        return lines;
    }

    /** All that the kind of an event tells. */
    private static String line(final Event event, final Recording recording) {
        final String common = event.nanos / 1000 + " " + event.cpu + " " + event.kind;
        final String task = " " + recording.names().text(event.taskComm) + ":" + event.task;
        return common + switch (event.kind) {
            case SWITCH -> " " + recording.names().text(event.prevComm) + ":" + event.prevPid + " " + event.prevPrio
                    + " " + TaskState.letters(event.prevState) + task + " " + event.taskPrio;
            case WAKING, WAKEUP, WAKEUP_NEW -> task + " " + event.taskPrio + " " + event.targetCpu;
            case MIGRATE -> task + " " + event.originCpu + " " + event.targetCpu;
            case FORK, EXEC, EXIT -> task;
            case CPU_IDLE -> event.number + " " + event.targetCpu;
            case LOST, CUT -> "";
            default -> " " + event.number;
        };
    }

    @Test
    void ourOwnReaderReadsTheSameEventsBack() throws IOException {
        final Path file = directory.resolve("trace.perfetto");
        final Path text = Files.writeString(directory.resolve("trace.txt"), EVENTS);
        Sample.of(EVENTS).write(files -> files.addPerfetto(file));
        assertThat(read(file)).isEqualTo(read(text)).hasSize(16);
    }

    @Test
    void statesAreThoseOfTheReleaseWhateverTheRecordingTells() throws IOException {
        final Path file = directory.resolve("trace.perfetto");
        Sample.of(EVENTS).write(files -> files.addPerfetto(file));
        assertThat(Field.of(Files.readAllBytes(file)).stream().flatMap(packet -> packet.all(45))
                .flatMap(info -> info.all(1)).map(uname -> uname.text(1) + " " + uname.text(3)))
                .containsExactly("Linux 4.14.0-unknown");
        try (Recording recording = Recording.open(file)) {
            assertThat(recording.read(event -> {}).kernel()).isEmpty();
        }
    }

    @Test
    void aWakeUpIsASliceOfItsOwnWithWhatItMissed() throws IOException {
        final Path file = directory.resolve("trace.perfetto");
        Sample.of("""
                c-99 [003] d..2. 1.000001: sched_switch: prev_comm=c prev_pid=99 prev_prio=120 prev_state=S ==> \
                next_comm=swapper/3 next_pid=0 next_prio=120
                """ + EVENTS).write(files -> files.addPerfetto(file));
        final List<Field> events = Field.of(Files.readAllBytes(file)).stream().flatMap(packet -> packet.all(11))
                .toList();
        final Field begin = events.stream().filter(event -> event.number(9) == 1).findFirst().orElseThrow();
        assertThat(begin.text(23)).isEqualTo("b");
        assertThat(begin.all(22).map(Field::text)).containsExactly("wakeup", "missed idle CPU");
        assertThat(begin.all(4).map(note -> note.text(10) + "=" + note.all(6).map(Field::text).findFirst()
                .orElseGet(() -> Long.toString(note.number(4))))).containsExactly("pid=98", "waker_pid=97", "cpu=1",
                        "waker_cpu=0", "from_waker=cluster", "prev_cpu=4", "from_prev=node", "missed_idle_cpu=LLC");
        final Field waker = events.stream().filter(event -> event.number(9) == 3).findFirst().orElseThrow();
        assertThat(waker.number(47)).isEqualTo(begin.number(48)).isPositive();
        assertThat(events.stream().filter(event -> event.number(9) == 2)).hasSameSizeAs(
                events.stream().filter(event -> event.number(9) == 1).toList());
    }

    @Test
    void waitsOfOneCpuThatOverlapStandOnTracksOfOneName() throws IOException {
        final Path file = directory.resolve("trace.perfetto");
        final String waking = "a-97 [000] d..2. 1.0000%d: sched_wakeup: comm=%s pid=%d prio=120 target_cpu=001\n";
        final String change = "x-1 [001] d..2. 1.0000%d: sched_switch: prev_comm=p prev_pid=90 prev_prio=120 prev_state=S ==> next_comm=%s next_pid=%d next_prio=120\n";
        Sample.of(waking.formatted(10, "b", 98) + waking.formatted(15, "c", 99) + change.formatted(20, "b", 98)
                + change.formatted(30, "c", 99)).write(files -> files.addPerfetto(file));
        final List<Field> packets = Field.of(Files.readAllBytes(file));
        assertThat(packets.stream().flatMap(packet -> packet.all(60)).map(track -> track.text(2)))
                .containsOnlyOnce("Perch", "CPU 0 wakes").filteredOn("CPU 1 is waited for"::equals).hasSize(2);
        assertThat(packets.stream().flatMap(packet -> packet.all(11)).filter(event -> event.number(9) == 1)
                .map(event -> event.number(11))).doesNotHaveDuplicates().hasSize(2);
    }

    @Test
    void whatACutCpuWasInTheMiddleOfEndsWithIt() throws IOException {
        final Path file = directory.resolve("trace.perfetto");
        final Path text = Files.writeString(directory.resolve("trace.txt"),
                """
                        a-97 [000] d..2. 1.000010: sched_switch: prev_comm=a prev_pid=97 prev_prio=120 prev_state=S ==> next_comm=c next_pid=99 next_prio=100
                        c-99 [000] d.h2. 1.000020: irq_handler_entry: irq=9 name=eth0
                        b-98 [001] d..2. 1.000030: sched_switch: prev_comm=b prev_pid=98 prev_prio=120 prev_state=S ==> next_comm=d next_pid=95 next_prio=120
                        """);
        try (Recording recording = Recording.open(text);
                var perfetto = new PerfettoFile(file, Sample.machine(), recording.names())) {
            final Summary summary = recording.read(event -> {
                perfetto.event(event);
                if (event.kind == EventKind.IRQ_ENTRY) {
                    event.kind = EventKind.CUT;
                    perfetto.event(event);
                }
            });
            perfetto.finish(summary, null);
        }
        final List<Field> last = Field.of(Files.readAllBytes(file)).stream().flatMap(packet -> packet.all(1))
                .filter(bundle -> bundle.number(1) == 0).flatMap(bundle -> bundle.all(2)).skip(2).toList();
        assertThat(last).hasSize(2).allSatisfy(event -> assertThat(event.number(1)).isEqualTo(1_000_020_000));
        assertThat(last.getFirst().all(37).map(exit -> exit.number(1))).containsExactly(9L);
        final Field change = last.getLast().all(4).findFirst().orElseThrow();
        assertThat(change.number(2)).isEqualTo(99);
        assertThat(change.number(6)).isZero();
        try (Recording recording = Recording.open(file)) {
            final var ends = new ArrayList<String>();
            assertThat(recording.read(event -> {
                if (event.kind == EventKind.CUT) {
                    ends.add(event.cpu + " " + event.nanos);
                }
            }).warnings()).singleElement().asString().contains("CPU 0 first, 10 us before the last");
            assertThat(ends).containsExactly("0 1000020000");
        }
    }

    /** A field of a message: its number, and its value's bytes or number. */
    private static final class Field {
        private final int tag;
        private final byte[] bytes;
        private final long value;

        private Field(final int tag, final byte[] bytes, final long value) {
            this.tag = tag;
            this.bytes = bytes;
            this.value = value;
        }

        static List<Field> of(final byte[] message) {
            final var fields = new ArrayList<Field>();
            final int[] at = {0};
            while (at[0] < message.length) {
                final long tag = varint(message, at);
                switch ((int) tag & 7) {
                    case 0 -> fields.add(new Field((int) tag >> 3, new byte[0], varint(message, at)));
                    case 1 -> {
                        long value = 0;
                        for (int i = 7; i >= 0; i--) {
                            value = value << 8 | message[at[0] + i] & 0xff;
                        }
                        at[0] += 8;
                        fields.add(new Field((int) tag >> 3, new byte[0], value));
                    }
                    default -> {
                        final int length = (int) varint(message, at);
                        fields.add(new Field((int) tag >> 3,
                                Arrays.copyOfRange(message, at[0], at[0] + length), 0));
                        at[0] += length;
                    }
                }
            }
            return fields;
        }

        private static long varint(final byte[] message, final int[] at) {
            long value = 0;
            for (int shift = 0;; shift += 7) {
                final byte part = message[at[0]++];
                value |= (long) (part & 0x7f) << shift;
                if (part >= 0) {
                    return value;
                }
            }
        }

        Stream<Field> all(final int field) {
            return of(bytes).stream().filter(inner -> inner.tag == field);
        }

        long number(final int field) {
            return all(field).findFirst().orElseThrow().value;
        }

        String text() {
            return new String(bytes, StandardCharsets.UTF_8);
        }

        String text(final int field) {
            return all(field).findFirst().orElseThrow().text();
        }
    }
}
