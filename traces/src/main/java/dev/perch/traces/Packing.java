package dev.perch.traces;

import com.github.luben.zstd.ZstdInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.tukaani.xz.XZInputStream;

/** How a whole file is packed, known by its first bytes. */
enum Packing {
    NONE("", ""),
    GZIP("gzip", "\u001f\u008b"),
    XZ("xz", "\u00fd7zXZ\0"),
    BZIP2("bzip2", "BZh"),
    ZSTD("zstd", "(\u00b5/\u00fd");

    /** How many bytes tell. */
    static final int MAGIC = 6;
    private static final int BUFFER = 1 << 16;
    private static final int XZ_KIB = 256 << 10;

    private final String label;
    private final String magic;

    Packing(final String label, final String magic) {
        this.label = label;
        this.magic = magic;
    }

    /** The packing of a file with these first bytes. */
    static Packing of(final byte[] first) {
        for (final Packing packing : values()) {
            if (packing != NONE && packing.begins(first)) {
                return packing;
            }
        }
        return NONE;
    }

    private boolean begins(final byte[] first) {
        return new String(first, StandardCharsets.ISO_8859_1).startsWith(magic);
    }

    /** The unpacked bytes of {@code in}. */
    InputStream unpack(final InputStream in) throws IOException {
        return switch (this) {
            case NONE -> in;
            case GZIP -> new GZIPInputStream(in, BUFFER);
            case XZ -> new XZInputStream(in, XZ_KIB);
            case BZIP2 -> new BZip2CompressorInputStream(in, true);
            case ZSTD -> new ZstdInputStream(in);
        };
    }

    /** The packer's name. */
    String label() {
        return label;
    }
}
