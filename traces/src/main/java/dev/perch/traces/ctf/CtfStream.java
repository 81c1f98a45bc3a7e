package dev.perch.traces.ctf;

import dev.perch.traces.Event;
import dev.perch.traces.Intake;
import dev.perch.traces.raw.Earliest;
import dev.perch.traces.raw.Runners;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/** One file of a CTF trace: packets, each with a head and the events of one CPU in order. */
final class CtfStream implements Earliest.Stamped, AutoCloseable {
    private static final int FIRST_READ = 4096;
    private static final int LARGEST_PACKET = 256 << 20;
    private static final long UNTOLD = -1;
    private static final long NANOS = 1_000_000_000;

    private final Metadata metadata;
    private final Intake intake;
    private final Runners runners;
    private final CtfEvents events;
    private final String name;
    private final FileChannel channel;
    private final Values values;
    private final Bits bits = new Bits();
    private final Event event = new Event();
    private byte[] buffer = new byte[FIRST_READ + Bits.MARGIN];
    private long packetPlace;
    private long packetBytes;
    private Metadata.Stream stream;
    private long sequence = UNTOLD;
    private int cpu;
    private long clock;
    private long discarded;
    private long lost;
    private boolean endsEarly;

    CtfStream(final Path file, final Metadata metadata, final CtfEvents events, final Runners runners,
            final Intake intake) throws IOException {
        this.metadata = metadata;
        this.intake = intake;
        this.runners = runners;
        this.events = events;
        name = file.getFileName().toString();
        channel = FileChannel.open(file, StandardOpenOption.READ);
        values = new Values(intake.names());
    }

    @Override
    public long nanos() {
        return event.nanos;
    }

    @Override
    public int cpu() {
        return event.cpu;
    }

    /** The current event. */
    Event event() {
        return event;
    }

    /** How many events were lost before the current one; asked once. */
    long takeLost() {
        final long count = lost;
        lost = 0;
        return count;
    }

    /** The kind of stream that its packets are of; null where it has none. */
    Metadata.Stream kind() {
        return stream;
    }

    /** The CPU of its last packet. */
    int packetCpu() {
        return cpu;
    }

    /** The file's name. */
    String name() {
        return name;
    }

    /** Whether more events should come than the file holds. */
    boolean endsEarly() {
        return endsEarly;
    }

    private String place() {
        return name + " byte " + packetPlace;
    }

    /** Goes to the next event; false after the last. */
    boolean next() throws IOException {
        while (true) {
            while (!bits.atEnd()) {
                if (readEvent()) {
                    return true;
                }
            }
            if (!nextPacket()) {
                return false;
            }
        }
    }

    private boolean nextPacket() throws IOException {
        packetPlace += packetBytes;
        final long left = channel.size() - packetPlace;
        if (left <= 0) {
            return false;
        }
        fill((int) Math.min(left, FIRST_READ));
        bits.over(buffer, Math.min(left, FIRST_READ) * 8);
        readHead();
        final long size = values.number("packet_size", left * 8) / 8;
        final long content = values.number("content_size", size * 8);
        if (size <= 0 || size > LARGEST_PACKET || bits.failed() || content < 0 || content > size * 8) {
            if (left < FIRST_READ && bits.failed()) {
                intake.cut(place());
            } else {
                intake.damaged("a packet of " + size + " bytes", place());
            }
            endsEarly = true;
            return false;
        }
        final int there = (int) Math.min(size, left);
        if (there < size) {
            intake.cut(place());
            endsEarly = true;
        }
        packetBytes = there;
        fill(there);
        bits.over(buffer, there * 8L);
        readHead();
        bits.end(content);
        begin();
        return true;
    }

    /** Takes what the packet's head tells of its events. */
    private void begin() {
        clock = values.number("timestamp_begin", clock);
        cpu = (int) values.number("cpu_id", cpu);
        if (!Intake.isCpu(cpu)) {
            throw new IllegalArgumentException(place() + ": a packet of CPU " + cpu + ": the file is damaged");
        }
        final long before = discarded;
        discarded = values.number("events_discarded", before);
        lost += Math.max(0, discarded - before);
        final long number = values.number("packet_seq_num", UNTOLD);
        if (sequence != UNTOLD && number > sequence + 1) {
            intake.warn("packets are missing before this one", place());
            lost = Math.max(lost, 1);
        }
        sequence = number;
    }

    private void fill(final int length) throws IOException {
        if (buffer.length < length + Bits.MARGIN) {
            buffer = new byte[length + Bits.MARGIN];
        }
        final ByteBuffer into = ByteBuffer.wrap(buffer, 0, length);
        while (into.hasRemaining()) {
            if (channel.read(into, packetPlace + into.position()) <= 0) {
                break;
            }
        }
        Arrays.fill(buffer, length, length + Bits.MARGIN, (byte) 0);
    }

    private void readHead() {
        values.clear();
        values.read(metadata.packetHeader, bits);
        final Metadata.Stream found = metadata.streams.get(values.number("stream_id", 0));
        if (found == null) {
            throw new IllegalArgumentException(place() + ": a packet of a stream that the metadata does not describe");
        }
        stream = found;
        values.read(stream.packetContext, bits);
    }

    private boolean readEvent() {
        values.clear();
        values.read(stream.eventHeader, bits);
        advanceClock();
        final Metadata.EventType type = stream.events.get(values.number("id", 0));
        if (type == null || bits.failed()) {
            damaged();
            return false;
        }
        values.read(stream.eventContext, bits);
        values.read(type.context, bits);
        values.read(type.fields, bits);
        if (bits.failed()) {
            damaged();
            return false;
        }
        event.nanos = metadata.frequency == NANOS ? clock : (long) (clock * ((double) NANOS / metadata.frequency));
        event.cpu = (int) values.number("perf_cpu", cpu);
        if (!Intake.isCpu(event.cpu)) {
            return false;
        }
        event.flags = (int) values.number("common_flags", Event.FLAGS_UNKNOWN);
        if (!events.read(type, values, event)) {
            intake.warn("unreadable " + type.name + " passed over", place());
            return false;
        }
        event.pid = (int) values.number("perf_tid", runners.pid(event));
        runners.name(event);
        return true;
    }

    private void damaged() {
        intake.warn("the rest of a damaged packet is passed over", place());
        bits.skip(-1);
        lost = Math.max(lost, 1);
    }

    /** Takes the recorded low bits of the clock: where they are lower than before, they went round once. */
    private void advanceClock() {
        final int size = values.clockBits();
        if (size == 0) {
            return;
        }
        if (size == 64) {
            clock = values.clock();
            return;
        }
        final long mask = (1L << size) - 1;
        final long advanced = clock & ~mask | values.clock();
        clock = advanced < clock ? advanced + mask + 1 : advanced;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
