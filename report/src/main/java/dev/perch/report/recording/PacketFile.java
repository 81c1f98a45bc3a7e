package dev.perch.report.recording;

import dev.perch.report.Draft;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;

/** A Perfetto trace: packets one after another (trace.proto, trace_packet.proto). */
final class PacketFile implements AutoCloseable {
    private static final int PACKET = 1;

    private final Draft draft;
    private final OutputStream out;
    private final Message packets = new Message();
    private int begin;

    PacketFile(final Draft draft) throws IOException {
        this.draft = draft;
        out = new BufferedOutputStream(Files.newOutputStream(draft.path()), 1 << 16);
    }

    /** Begins a packet, to be filled. */
    Message begin() {
        begin = packets.begin(PACKET);
        return packets;
    }

    /** Ends the packet and writes it. */
    void end() {
        packets.end(begin);
        try {
            out.write(packets.bytes().array(), 0, packets.bytes().size());
        } catch (final IOException e) {
            throw new UncheckedIOException(draft.failed(e));
        }
        packets.bytes().clear();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
