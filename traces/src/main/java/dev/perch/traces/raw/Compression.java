package dev.perch.traces.raw;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** How parts of a trace.dat are packed. */
enum Compression {
    /** Not at all. */
    NONE,
    /** By zlib. */
    ZLIB,
    /** By zstd. */
    ZSTD;

    private static final int LARGEST = 64 << 20;

    /** The compression of this name. */
    static Compression of(final String name) {
        return switch (name) {
            case "none", "" -> NONE;
            case "zlib" -> ZLIB;
            case "zstd" -> ZSTD;
            default -> throw new IllegalArgumentException("the file is packed by '" + name
                    + "', which Perch does not know: convert it by trace-cmd convert");
        };
    }

    /**
     * Unpacks one part.
     *
     * @param size how many bytes it must become
     * @param place where it is, for messages
     */
    byte[] unpack(final byte[] packed, final long size, final long place) throws DamagedException {
        if (size < 0 || size > LARGEST || size > 4096 + 2000L * packed.length) {
            throw new DamagedException("the part before byte " + place + " says it unpacks to " + size + " bytes");
        }
        final var unpacked = new byte[(int) size];
        if (this == NONE ? packed.length != size : unpackInto(packed, unpacked) != size) {
            throw new DamagedException("the part before byte " + place + " is damaged");
        }
        return this == NONE ? packed : unpacked;
    }

    private long unpackInto(final byte[] packed, final byte[] unpacked) {
        if (this == ZSTD) {
            try {
                return Zstd.decompress(unpacked, packed);
            } catch (final ZstdException e) {
                return -1;
            }
        }
        final var inflater = new Inflater();
        try {
            inflater.setInput(packed);
            int done = 0;
            for (int n = 1; n > 0 && done < unpacked.length; done += n) {
                n = inflater.inflate(unpacked, done, unpacked.length - done);
            }
            return done;
        } catch (final DataFormatException e) {
            return -1;
        } finally {
            inflater.end();
        }
    }
}
