package dev.perch.machines;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/**
 * The part of a tar that tells of CPUs, caches and nodes, unpacked into memory. Whatever else the tar holds is passed
 * over unread; a tar that tries to reach outside itself, or to fill the memory, is refused.
 */
final class SysfsTar implements AutoCloseable {
    private static final Pattern TOLD = Pattern.compile("(?<top>.*?)(?<rest>(sys/)?devices/system/"
            + "(cpu/(online|cpu\\d+/(online|cpu_capacity|node\\d+|(topology|cache|regs)(/.*)?))|node/(online|node\\d+/"
            + "(cpulist|cpumap|distance)))|proc/cpuinfo)");
    private static final int MOST_ENTRIES = 1_000_000;
    private static final int MOST_FILES = 400_000;
    private static final int MOST_FILE = 1 << 20;
    private static final long MOST_BYTES = 256L << 20;
    private static final int BLOCK = 512;

    private final Path archive;
    private final FileSystem memory;
    private final Path directory;
    private final Set<String> tops = new TreeSet<>();
    private int files;

    private SysfsTar(final Path archive) {
        this.archive = archive;
        memory = Jimfs.newFileSystem(Configuration.unix().toBuilder().setBlockSize(BLOCK).setMaxSize(MOST_BYTES)
                .setMaxCacheSize(0).build());
        directory = memory.getPath("/tar");
    }

    /** Unpacks what {@code content}, the bytes of the tar {@code archive}, tells of CPUs. */
    static SysfsTar unpack(final Path archive, final InputStream content) throws IOException {
        final var tar = new SysfsTar(archive);
        try {
            final var tail = new Tail(content);
            tar.unpack(new TarArchiveInputStream(tail));
            if (tail.zeros < BLOCK) {
                throw new IllegalArgumentException(archive + ": cut off: the tar lacks the zeros that end one");
            }
            readOn(content);
            return tar;
        } catch (final FileAlreadyExistsException e) {
            tar.close();
            throw new IllegalArgumentException(archive + ": holds " + e.getFile().substring(
                    tar.directory.toString().length() + 1) + " as a file and as a directory", e);
        } catch (final IOException | RuntimeException e) {
            tar.close();
            throw e;
        }
    }

    /** Reads to the end of what is compressed, where its checksum stands. */
    private static void readOn(final InputStream content) throws IOException {
        final byte[] rest = new byte[BLOCK];
        for (long left = MOST_BYTES; left > 0;) {
            final int read = content.read(rest);
            left = read < 0 ? 0 : left - read;
        }
    }

    /** The directory above {@code sys}; an {@link IllegalArgumentException} if the tar holds none or several. */
    Path root() {
        if (tops.isEmpty()) {
            throw new IllegalArgumentException(archive + ": the tar holds no sysfs tree (sys/devices/system/cpu)");
        } else if (tops.size() > 1) {
            throw new IllegalArgumentException(archive + ": the tar holds " + tops.size() + " sysfs trees ("
                    + String.join(", ", tops.stream().limit(3).toList()) + "): unpack it and name one");
        }
        return directory.resolve(tops.iterator().next());
    }

    /** {@code message} with the name of the directory in memory replaced by the archive's. */
    String named(final String message) {
        return message.replace(directory + "/", archive + ": ").replace(directory.toString(), archive.toString());
    }

    private void unpack(final TarArchiveInputStream tar) throws IOException {
        final Map<Path, String> links = new LinkedHashMap<>();
        int entries = 0;
        for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
            if (++entries > MOST_ENTRIES) {
                throw new IllegalArgumentException(archive + ": more than " + MOST_ENTRIES + " entries");
            }
            final String name = checked(entry);
            final Matcher told = TOLD.matcher(name);
            if (told.matches()) {
                final Path path = directory.resolve(name);
                if (entry.isSymbolicLink()) {
                    links.put(path, entry.getLinkName());
                } else if (entry.isFile()) {
                    save(tar, entry, path);
                    if (!told.group("rest").startsWith("proc")) {
                        tops.add(told.group("top"));
                    }
                }
            }
        }
        for (final var link : links.entrySet()) { // after the files: nothing is written through a link
            link(link.getKey(), link.getValue());
        }
    }

    private String checked(final TarArchiveEntry entry) {
        final String name = entry.getName().replaceFirst("^/+", "").replaceAll("(^|/)(\\./)+", "$1");
        if (List.of(name.split("/", -1)).contains("..")) {
            throw new IllegalArgumentException(archive + ": the entry '" + name + "' reaches outside the tar");
        } else if (entry.isCharacterDevice() || entry.isBlockDevice() || entry.isFIFO()) {
            throw new IllegalArgumentException(archive + ": the entry '" + name + "' is a device, not a file");
        } else if (name.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(archive + ": an entry has a name with a zero in it");
        }
        return name;
    }

    private void save(final TarArchiveInputStream tar, final TarArchiveEntry entry, final Path path)
            throws IOException {
        if (++files > MOST_FILES) {
            throw new IllegalArgumentException(archive + ": more than " + MOST_FILES + " files that tell of CPUs");
        }
        final boolean cpuInfo = path.endsWith("proc/cpuinfo");
        if (entry.getSize() > MOST_FILE && !cpuInfo) {
            throw new IllegalArgumentException(
                    archive + ": '" + entry.getName() + "' is larger than any file of sysfs");
        }
        Files.createDirectories(path.getParent());
        final byte[] bytes = tar.readNBytes(MOST_FILE);
        int length = 0; // some dumps end their texts with a zero
        while (length < bytes.length && bytes[length] != 0) {
            length++;
        }
        Files.write(path, Arrays.copyOf(bytes, length));
    }

    private void link(final Path path, final String target) throws IOException {
        final Path resolved = path.getParent().resolve(target).normalize();
        if (!target.startsWith("/") && resolved.startsWith(directory) && !Files.exists(path)) {
            Files.createDirectories(path.getParent());
            Files.createSymbolicLink(path, path.getParent().relativize(resolved));
        }
    }

    @Override
    public void close() throws IOException {
        memory.close();
    }

    /** Counts the zeros that what was read so far ends with: a whole tar ends with blocks of them. */
    private static final class Tail extends FilterInputStream {
        private long zeros;

        Tail(final InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            final int read = super.read();
            zeros = read > 0 ? 0 : read == 0 ? zeros + 1 : zeros;
            return read;
        }

        @Override
        public int read(final byte[] bytes, final int from, final int length) throws IOException {
            final int read = super.read(bytes, from, length);
            int last = from + read - 1;
            while (last >= from && bytes[last] == 0) {
                last--;
            }
            zeros = last < from ? zeros + Math.max(0, read) : from + read - 1 - last;
            return read;
        }

        @Override
        public long skip(final long count) throws IOException {
            zeros = 0; // whatever is passed over unread is no end
            return super.skip(count);
        }
    }
}
