package dev.perch.traces.ctf;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file metadata: text, or text in packets of its own. */
final class MetadataFile {
    private static final int PACKET_MAGIC = 0x75D11D57;
    private static final int HEADER = 37;
    private static final int CONTENT_SIZE = 24;
    private static final int PACKET_SIZE = 28;
    private static final int LARGEST = 64 << 20;
    private static final int RECORD_SEPARATOR = 0x1e;

    private MetadataFile() {}

    /** Its text. */
    static String read(final Path file) throws IOException {
        final byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(LARGEST + 1);
        }
        if (bytes.length > LARGEST) {
            throw new IllegalArgumentException("metadata is larger than " + LARGEST + " bytes");
        }
        if (bytes.length > 0 && (bytes[0] == RECORD_SEPARATOR || bytes[0] == '{' || bytes[0] == '[')) {
            throw new IllegalArgumentException("metadata in JSON (CTF 2), which Perch does not read: "
                    + "convert it to CTF 1.8 by babeltrace2 --output-format=ctf --params='ctf-version=\"1\"'");
        }
        if (bytes.length >= HEADER) {
            final ByteBuffer packets = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
            if (packets.getInt(0) == PACKET_MAGIC) {
                return unpack(packets);
            } else if (Integer.reverseBytes(packets.getInt(0)) == PACKET_MAGIC) {
                return unpack(packets.order(ByteOrder.BIG_ENDIAN));
            }
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static String unpack(final ByteBuffer packets) {
        final var text = new StringBuilder();
        int place = 0;
        while (place + HEADER <= packets.capacity()) {
            final int content = packets.getInt(place + CONTENT_SIZE) / 8;
            final int size = packets.getInt(place + PACKET_SIZE) / 8;
            if (content < HEADER || size < content || place + content > packets.capacity()) {
                throw new IllegalArgumentException("metadata byte " + place + ": a damaged packet");
            }
            text.append(StandardCharsets.UTF_8.decode(packets.slice(place + HEADER, content - HEADER)));
            place += size;
        }
        return text.toString();
    }
}
