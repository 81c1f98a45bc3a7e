package dev.perch.machines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.perch.topology.CpuSet;
import dev.perch.topology.Topology;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/** Directories and tars that hold a sysfs tree, also those that mean harm. */
class ArchivesTest {
    @TempDir
    Path directory;

    private static Map<String, String> tree(final String top) {
        final Map<String, String> files = new TreeMap<>();
        files.put(top + "sys/devices/system/cpu/online", "0-1\n");
        for (int cpu = 0; cpu < 2; cpu++) {
            final String topology = top + "sys/devices/system/cpu/cpu" + cpu + "/topology/";
            files.put(topology + "thread_siblings_list", cpu + "\n");
            files.put(topology + "core_siblings_list", "0-1\n\0");
        }
        files.put(top + "proc/cpuinfo", "vendor_id : GenuineIntel\n");
        files.put(top + "sys/kernel/debug/huge", "x".repeat(5000));
        return files;
    }

    private static byte[] tar(final Map<String, String> files, final TarArchiveEntry... more) throws IOException {
        final var bytes = new ByteArrayOutputStream();
        try (var tar = new TarArchiveOutputStream(bytes)) {
            for (final TarArchiveEntry entry : more) {
                tar.putArchiveEntry(entry);
                tar.closeArchiveEntry();
            }
            for (final var file : files.entrySet()) {
                final byte[] content = file.getValue().getBytes(StandardCharsets.UTF_8);
                final var entry = new TarArchiveEntry(file.getKey(), true);
                entry.setSize(content.length);
                tar.putArchiveEntry(entry);
                tar.write(content);
                tar.closeArchiveEntry();
            }
        }
        return bytes.toByteArray();
    }

    private Path file(final String name, final byte[] content) throws IOException {
        return Files.write(directory.resolve(name), content);
    }

    @Test
    void aNameThatTellsNoMachineGivesWayToItsDirectorys() throws IOException {
        final Path web7 = Files.createDirectories(directory.resolve("web-7"));
        final byte[] tar = tar(tree(""));
        for (final String name : new String[]{"sysfs.tar", "sys.tgz"}) {
            Files.write(web7.resolve(name), name.endsWith("tgz") ? Packing.GZIP.pack(tar) : tar);
            assertThat(Machines.read(web7.resolve(name)).name()).isEqualTo("web-7");
        }
        Files.write(web7.resolve("web-8.tar"), tar);
        assertThat(Machines.read(web7.resolve("web-8.tar")).name()).isEqualTo("web-8");
    }

    @Test
    void aTextMayStartWithAByteOrderMark() throws IOException {
        final Path table = file("p.txt", "\ufeff# CPU,Core,Socket\n0,0,0\n1,1,1\n".getBytes(StandardCharsets.UTF_8));
        assertThat(Machines.read(table).topology().packages().count()).isEqualTo(2);
    }

    @Test
    void aTarWhoseChecksumIsWrongIsRefused() throws IOException {
        final byte[] bytes = Packing.GZIP.pack(tar(tree("")));
        bytes[bytes.length - 8] ^= 1;
        final Path damaged = file("damaged.tar.gz", bytes);
        assertThatThrownBy(() -> Machines.read(damaged)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("damaged");
    }

    @Test
    void theTreeMayBeAnywhereInATarOfAnyPackingAndName() throws IOException {
        for (final String top : new String[]{"", "./", "/", "gathered/host-1/"}) {
            final byte[] tar = tar(tree(top));
            for (final Packing packing : Packing.values()) {
                final Topology topology = Machines.read(file("some.name", packing.pack(tar))).topology();
                assertThat(topology.packages().sets()).containsExactly(CpuSet.of(0, 1));
            }
        }
    }

    /** How a tar may be packed. */
    private enum Packing {
        PLAIN, GZIP, BZIP2, XZ;

        byte[] pack(final byte[] tar) throws IOException {
            final var packed = new ByteArrayOutputStream();
            try (OutputStream out = around(packed)) {
                out.write(tar);
            }
            return packed.toByteArray();
        }

        private OutputStream around(final OutputStream out) throws IOException {
            return switch (this) {
                case PLAIN -> out;
                case GZIP -> new GZIPOutputStream(out);
                case BZIP2 -> new BZip2CompressorOutputStream(out);
                case XZ -> new XZOutputStream(out, new LZMA2Options());
            };
        }
    }

    @Test
    void theTreeMayBeBelowADirectory() throws IOException {
        for (final var entry : tree("gathered/host/").entrySet()) {
            final Path file = directory.resolve(entry.getKey());
            Files.createDirectories(file.getParent());
            Files.writeString(file, entry.getValue().replace("\0", ""));
        }
        assertThat(Machines.read(directory).topology().cpus()).isEqualTo(CpuSet.of(0, 1));
    }

    @Test
    void aDirectoryWithoutATreeSaysSo() {
        assertThatThrownBy(() -> Machines.read(directory)).hasMessage(
                directory + ": the directory holds no sysfs tree (sys/devices/system/cpu)");
    }

    @Test
    void anEntryThatReachesOutsideIsRefused() throws IOException {
        final Map<String, String> files = tree("");
        files.put("../../sys/devices/system/cpu/online", "0");
        final Path file = file("evil.tar", tar(files));
        assertThatThrownBy(() -> Machines.read(file)).hasMessageStartingWith(file + ": the entry '../../sys/")
                .hasMessageEndingWith("reaches outside the tar");
    }

    @Test
    void aDeviceIsRefused() throws IOException {
        final Path file = file("evil.tar", tar(tree(""), new TarArchiveEntry("dev/sda", TarConstants.LF_BLK)));
        assertThatThrownBy(() -> Machines.read(file))
                .hasMessage(file + ": the entry 'dev/sda' is a device, not a file");
    }

    @Test
    void linksLeadNowhereOutsideAndCirclesAreHarmless() throws IOException {
        final Map<String, String> files = tree("");
        files.put("sys/devices/system/cpu/cpu2/online", "0");
        final TarArchiveEntry circle = new TarArchiveEntry("sys/devices/system/cpu/cpu0/node0",
                TarConstants.LF_SYMLINK);
        circle.setLinkName("../cpu0/node0");
        final TarArchiveEntry outside = new TarArchiveEntry("sys/devices/system/cpu/cpu1/cache",
                TarConstants.LF_SYMLINK);
        outside.setLinkName("/etc");
        final TarArchiveEntry up = new TarArchiveEntry("sys/devices/system/cpu/cpu2/topology", TarConstants.LF_SYMLINK);
        up.setLinkName("../../../../../../../../etc");
        assertThat(Machines.read(file("links.tar", tar(files, circle, outside, up))).topology().cpus())
                .isEqualTo(CpuSet.of(0, 1));
    }

    @Test
    void twoTreesInOneTarAreRefusedByName() throws IOException {
        final Map<String, String> files = tree("one/");
        files.putAll(tree("two/"));
        final Path file = file("two.tar", tar(files));
        assertThatThrownBy(() -> Machines.read(file))
                .hasMessage(file + ": the tar holds 2 sysfs trees (one/, two/): unpack it and name one");
    }

    @Test
    void aTarWithoutATreeSaysSo() throws IOException {
        final Path file = file("other.tar", tar(Map.of("README", "hello")));
        assertThatThrownBy(() -> Machines.read(file))
                .hasMessage(file + ": the tar holds no sysfs tree (sys/devices/system/cpu)");
    }

    @Test
    void whatIsWrongInATarIsNamedByArchiveAndFile() throws IOException {
        final Map<String, String> files = tree("top/");
        files.put("top/sys/devices/system/cpu/online", "0-x");
        final Path file = file("bad.tar", tar(files));
        assertThatThrownBy(() -> Machines.read(file))
                .hasMessageStartingWith(file + ": top/sys/devices/system/cpu/online: not a list");
    }

    @Test
    void aBombIsRefusedBeforeItFillsTheMemory() throws IOException {
        final var packed = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(packed)) {
            final byte[] zeros = new byte[1 << 20];
            for (long written = 0; written <= Content.MOST_BYTES; written += zeros.length) {
                out.write(zeros);
            }
        }
        final Path file = file("bomb", packed.toByteArray());
        assertThatThrownBy(() -> Machines.read(file)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(file + ": larger than any description of a machine");
    }

    @Test
    void aTruncatedArchiveSaysSo() throws IOException {
        final byte[] whole = Packing.GZIP.pack(tar(tree("")));
        final Path file = file("short.tgz", java.util.Arrays.copyOf(whole, whole.length / 2));
        assertThatThrownBy(() -> Machines.read(file)).hasMessageStartingWith(file + ": damaged or cut off: ");
    }

    @Test
    void aTarCutOffBetweenTwoFilesSaysSo() throws IOException {
        final int twoFiles = 2 * 2 * 512; // each a block of header and one of content
        final Path file = file("short.tar", java.util.Arrays.copyOf(tar(tree("")), twoFiles));
        assertThatThrownBy(() -> Machines.read(file)).hasMessage(file
                + ": cut off: the tar lacks the zeros that end one");
    }

    @Test
    void aFileOfNoKnownFormatSaysWhereToLook() throws IOException {
        final Path file = file("notes.txt", "hello\n".getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> Machines.read(file))
                .hasMessage(file + ": in no known format; perch list formats names them");
    }
}
