package dev.perch.traces.perfetto;

import dev.perch.traces.Intake;
import dev.perch.traces.PerfettoMarks;
import dev.perch.traces.Source;
import dev.perch.traces.TraceReader;
import dev.perch.traces.raw.CpuQueues;
import dev.perch.traces.raw.Runners;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Perfetto's protobuf traces: the bundles of ftrace events, also in compressed packets. */
public final class PerfettoTrace implements TraceReader {
    private static final int PACKET_TAG = 1 << 3 | 2;
    private static final int FTRACE_EVENTS = 1;
    private static final int PROCESS_TREE = 2;
    private static final int SYSTEM_INFO = 45;
    private static final int COMPRESSED_PACKETS = 50;
    private static final int LARGEST = 64 << 20;

    /** The reader. */
    public PerfettoTrace() {}

    @Override
    public String format() {
        return "Perfetto";
    }

    @Override
    public String description() {
        return "Perfetto's protobuf trace with the data source linux.ftrace, also compact sched and compressed packets";
    }

    @Override
    public boolean reads(final Source source) {
        final byte[] head = source.head();
        final var wire = new Wire();
        int place = 0;
        int packets = 0;
        while (place < head.length && packets < 4) {
            if (head[place] != PACKET_TAG) {
                return false;
            }
            wire.over(head, place + 1, Math.min(5, head.length - place - 1));
            final long size = wire.varint();
            final int content = place + 1 + varintLength(head, place + 1);
            if (wire.broken() || size > LARGEST) {
                return false;
            } else if (content + size > head.length) {
                return packets > 0 || head.length == Source.HEAD;
            }
            wire.over(head, content, (int) size);
            while (wire.next() != 0) {
                // only looked at
            }
            if (wire.broken() || size == 0) {
                return false;
            }
            place = content + (int) size;
            packets++;
        }
        return packets > 0;
    }

    private static int varintLength(final byte[] bytes, final int at) {
        int length = 1;
        while (at + length < bytes.length && bytes[at + length - 1] < 0) {
            length++;
        }
        return length;
    }

    @Override
    public void read(final Source source, final Intake intake) throws IOException {
        final var reading = new Reading(intake);
        try (InputStream in = source.stream()) {
            reading.readAll(in);
        } catch (final IOException e) { // a packed file's end is missing
            intake.cut("byte " + reading.place + " of what is packed");
            reading.queues.addEnds();
        }
        reading.queues.flush(Long.MAX_VALUE);
    }

    /** One run through a trace. */
    private static final class Reading {
        private final Intake intake;
        private final CpuQueues queues;
        private final Runners runners;
        private final Bundle bundle;
        private byte[] packet = new byte[1 << 16];
        private long place;

        Reading(final Intake intake) {
            this.intake = intake;
            queues = new CpuQueues(intake);
            runners = new Runners(intake.names());
            bundle = new Bundle(intake, queues, runners);
        }

        void readAll(final InputStream in) throws IOException {
            final long[] size = new long[1];
            while (true) {
                final int tag = in.read();
                if (tag < 0) {
                    return;
                }
                if (tag != PACKET_TAG) {
                    damaged("no packet");
                    return;
                } else if (!readSize(in, size)) {
                    cut();
                    return;
                } else if (size[0] > LARGEST) {
                    damaged("a packet of " + size[0] + " bytes");
                    return;
                }
                final int length = (int) size[0];
                if (length > packet.length) {
                    packet = new byte[Math.max(length, packet.length * 2)];
                }
                if (in.readNBytes(packet, 0, length) < length) {
                    cut();
                    return;
                }
                readPacket(packet, 0, length, true);
                place += 2L + length;
            }
        }

        private void cut() {
            intake.cut("byte " + place);
            queues.addEnds();
        }

        private void damaged(final String what) {
            intake.damaged(what, "byte " + place);
            queues.addEnds();
        }

        private static boolean readSize(final InputStream in, final long[] size) throws IOException {
            size[0] = 0;
            for (int shift = 0; shift < 35; shift += 7) {
                final int part = in.read();
                if (part < 0) {
                    return false;
                }
                size[0] |= (long) (part & 0x7f) << shift;
                if (part < 0x80) {
                    return true;
                }
            }
            return false;
        }

        private void readPacket(final byte[] bytes, final int from, final int length, final boolean mayUnpack) {
            final Wire fields = new Wire().over(bytes, from, length);
            for (int field = fields.next(); field != 0; field = fields.next()) {
                switch (field) {
                    case FTRACE_EVENTS -> bundle.read(fields, "byte " + place);
                    case PROCESS_TREE -> readProcessTree(new Wire().in(fields));
                    case SYSTEM_INFO -> readSystemInfo(new Wire().in(fields));
                    case COMPRESSED_PACKETS -> {
                        if (mayUnpack) {
                            readCompressed(fields);
                        }
                    }
                    default -> {
                    }
                }
            }
            if (fields.broken()) {
                intake.warn("a packet is damaged", "byte " + place);
            }
        }

        private void readProcessTree(final Wire tree) {
            for (int field = tree.next(); field != 0; field = tree.next()) {
                if (field == 2) { // a thread
                    final Wire thread = new Wire().in(tree);
                    int tid = 0;
                    int name = 0;
                    for (int part = thread.next(); part != 0; part = thread.next()) {
                        tid = part == 1 ? (int) thread.value() : tid;
                        name = part == 2
                                ? intake.names().of(thread.bytes(), thread.from(), thread.length())
                                : name;
                    }
                    runners.save(tid, name);
                }
            }
        }

        private void readSystemInfo(final Wire info) {
            for (int field = info.next(); field != 0; field = info.next()) {
                if (field == 1) { // utsname
                    final Wire uname = new Wire().in(info);
                    for (int part = uname.next(); part != 0; part = uname.next()) {
                        if (part == 3) {
                            readRelease(uname);
                        }
                    }
                } else if (field == 8) { // num_cpus
                    intake.cpuCount(info.value());
                }
            }
        }

        private void readRelease(final Wire uname) {
            final var release = new String(uname.bytes(), uname.from(), uname.length(), StandardCharsets.UTF_8);
            if (!release.equals(PerfettoMarks.NO_RELEASE)) {
                intake.kernel(release);
            }
        }

        private void readCompressed(final Wire fields) {
            final var inflater = new Inflater();
            try {
                inflater.setInput(fields.bytes(), fields.from(), fields.length());
                byte[] plain = new byte[Math.clamp(fields.length() * 4L, 1024, LARGEST)];
                int size = 0;
                for (int n; (n = inflater.inflate(plain, size, plain.length - size)) > 0;) {
                    size += n;
                    if (size == plain.length) {
                        if (size >= LARGEST) {
                            throw new DataFormatException("larger than " + LARGEST + " bytes");
                        }
                        plain = Arrays.copyOf(plain, size * 2);
                    }
                }
                final Wire packets = new Wire().over(plain, 0, size);
                for (int field = packets.next(); field != 0; field = packets.next()) {
                    if (field == 1) {
                        readPacket(plain, packets.from(), packets.length(), false);
                    }
                }
            } catch (final DataFormatException e) {
                intake.warn("compressed packets are damaged", "byte " + place);
            } finally {
                inflater.end();
            }
        }
    }
}
