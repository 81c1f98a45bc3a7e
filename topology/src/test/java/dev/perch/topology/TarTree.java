package dev.perch.topology;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.CompressorException;
import org.apache.commons.compress.compressors.CompressorStreamFactory;

/** What a compressed tar of a sysfs tree tells of topology, as a file system: one zip, for thousands of files are slow. */
final class TarTree implements AutoCloseable {
    private static final Pattern OF_TOPOLOGY = Pattern.compile("proc/cpuinfo$|system/cpu/online$"
            + "|system/cpu/cpu\\d+/(online|cpu_capacity|node\\d+|topology/.+|cache/.+/(level|type|size|shared.*))$"
            + "|system/node/(online|node\\d+/(cpulist|cpumap|distance))$");

    private final FileSystem zip;

    /** Repacks the tar {@code in} as {@code file}; links become empty directories. */
    TarTree(final InputStream in, final Path file) throws IOException {
        try (var tar = new TarArchiveInputStream(
                new CompressorStreamFactory().createCompressorInputStream(new BufferedInputStream(in)));
                var out = new ZipOutputStream(Files.newOutputStream(file))) {
            out.setLevel(Deflater.NO_COMPRESSION);
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                if (OF_TOPOLOGY.matcher(entry.getName()).find()) {
                    out.putNextEntry(new ZipEntry(entry.isSymbolicLink() ? entry.getName() + "/" : entry.getName()));
                    tar.transferTo(out);
                }
            }
        } catch (final CompressorException e) {
            throw new IOException(e);
        }
        zip = FileSystems.newFileSystem(file);
    }

    /** The directory that holds {@code sys}. */
    Path root() throws IOException {
        try (var dirs = Files.walk(zip.getPath("/"), 2)) {
            return dirs.filter(Sysfs::isTree).findFirst().orElseThrow();
        }
    }

    @Override
    public void close() throws IOException {
        zip.close();
    }
}
