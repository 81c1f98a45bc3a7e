package dev.perch.traces.raw;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import dev.perch.traces.Source;
import java.io.IOException;
import java.io.InputStream;

/**
 * The records that {@code perf record -z} packs: one zstd stream in many packed records. Each of those ends where perf
 * flushed the stream, which may be within a record; the rest of it comes with the next one.
 */
final class PackedRecords {
    private static final int HEADER = 8;
    private static final int ROOM = 1 << 18;
    private static final int LARGEST_RECORD = 1 << 16;

    private final ByteOrdered order;
    private final Feed feed = new Feed();
    private final ZstdInputStreamNoFinalizer stream;
    private final byte[] bytes = new byte[ROOM];
    private int at;
    private int next;
    private int filled;
    private long unpacked;

    PackedRecords(final ByteOrdered order) throws IOException {
        this.order = order;
        stream = new ZstdInputStreamNoFinalizer(feed).setContinuous(true);
    }

    /** The next part of the stream; the one before has been read to its end. */
    void part(final byte[] from, final int start, final int length) {
        feed.bytes = from;
        feed.at = start;
        feed.end = start + length;
        feed.count += length;
    }

    /** Goes to the next whole record that has been unpacked; false where there is none yet. */
    boolean next() throws IOException {
        while (true) {
            at = next;
            if (filled - at >= HEADER) {
                final int size = size();
                if (size < HEADER) {
                    throw new DamagedException("a packed record of " + size + " bytes");
                }
                if (filled - at >= size) {
                    next = at + size;
                    return true;
                }
            }
            System.arraycopy(bytes, at, bytes, 0, filled - at);
            filled -= at;
            next = 0;
            final int more = stream.read(bytes, filled, ROOM - LARGEST_RECORD);
            if (more <= 0) {
                return false;
            }
            filled += more;
            unpacked += more;
            Source.checkGrowth(feed.count, unpacked);
        }
    }

    /** The bytes that hold the record. */
    byte[] bytes() {
        return bytes;
    }

    /** Where it begins. */
    int at() {
        return at;
    }

    /** How many bytes it has. */
    int size() {
        return order.u16(bytes, at + 6);
    }

    /** The packed bytes that have arrived. */
    private static final class Feed extends InputStream {
        private byte[] bytes = {};
        private int at;
        private int end;
        private long count;

        @Override
        public int read() {
            return at < end ? bytes[at++] & 0xff : -1;
        }

        @Override
        public int read(final byte[] into, final int offset, final int length) {
            final int n = Math.min(length, end - at);
            System.arraycopy(bytes, at, into, offset, n);
            at += n;
            return n > 0 || length == 0 ? n : -1;
        }

        @Override
        public int available() {
            return end - at;
        }
    }
}
