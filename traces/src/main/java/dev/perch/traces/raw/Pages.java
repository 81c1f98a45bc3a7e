package dev.perch.traces.raw;

import dev.perch.traces.Intake;
import dev.perch.traces.Source;
import java.io.IOException;
import java.util.Arrays;

/** The pages of one CPU's ring buffer, some at a time. */
interface Pages {
    /** The next whole pages; none after the last; a part of one where the file was cut. Valid until the next call. */
    byte[] next() throws IOException;

    /** Where the last ones were, for messages. */
    String place();

    /** Whether more pages should have come. */
    boolean areCut();

    /** Pages that lie in the file as they are, from {@code from} to {@code to}. */
    static Pages plain(final Source source, final long from, final long to, final int pageSize, final Intake intake)
            throws IOException {
        final int some = Math.max(pageSize, (1 << 16) / pageSize * pageSize);
        final int there = Math.clamp(source.size() - from, 1, some); // however much a damaged file says
        return new Pages() {
            private final byte[] buffer = new byte[there];
            private long position = from;
            private boolean cut;

            @Override
            public byte[] next() throws IOException {
                final int want = (int) Math.min(buffer.length, to - position);
                final int got = source.read(position, buffer, 0, want);
                source.at(position);
                position += got;
                if (got < want) {
                    cut = true;
                    intake.cut("byte " + position);
                }
                return got == buffer.length ? buffer : Arrays.copyOf(buffer, got);
            }

            @Override
            public String place() {
                return "before byte " + position;
            }

            @Override
            public boolean areCut() {
                return cut;
            }
        };
    }

    /**
     * Pages in chunks up to {@code to}, each packed by itself: a count of chunks (0 where trace-cmd was stopped before
     * it knew), then each one's packed size, size, and bytes.
     */
    static Pages packed(final Source source, final long from, final long to, final ByteOrdered order,
            final Compression compression, final Intake intake) throws IOException {
        final Cursor cursor = Cursor.in(source, order, from);
        final long count = cursor.u32();
        return new Pages() {
            private long left = count == 0 ? Long.MAX_VALUE : count;
            private boolean cut;

            @Override
            public byte[] next() throws IOException {
                if (left-- <= 0 || cursor.at() >= to) {
                    return new byte[0];
                }
                try {
                    final long packed = cursor.u32();
                    final long size = cursor.u32();
                    source.at(cursor.at());
                    return compression.unpack(cursor.bytes(packed), size, cursor.at());
                } catch (final IOException e) {
                    cut = true;
                    if (to <= source.size()) {
                        intake.damaged(e.getMessage(), "byte " + cursor.at());
                    } else {
                        intake.cut("byte " + cursor.at() + " (" + e.getMessage() + ")");
                    }
                    left = 0;
                    return new byte[0];
                }
            }

            @Override
            public String place() {
                return "before byte " + cursor.at();
            }

            @Override
            public boolean areCut() {
                return cut;
            }
        };
    }
}
