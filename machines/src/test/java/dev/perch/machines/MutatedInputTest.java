package dev.perch.machines;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever becomes of a file on its way, it is read or refused in one line. */
class MutatedInputTest {
    private static final int MUTANTS = 120;

    @TempDir
    Path directory;

    @Test
    void aMutantIsReadOrRefusedInALineThatNamesTheFile() throws IOException {
        final var random = new SplittableRandom(42);
        for (final byte[] input : inputs()) {
            for (int i = 0; i < MUTANTS; i++) {
                final Path file = Files.write(directory.resolve("mutant"), mutant(input, random));
                try {
                    assertThat(Machines.read(file).topology().cpus().isEmpty()).isFalse();
                } catch (final IllegalArgumentException e) {
                    assertThat(e).hasMessageContaining(file.toString());
                    assertThat(e.getMessage().length()).isBetween(file.toString().length() + 3, 1000);
                }
            }
        }
    }

    private static byte[] mutant(final byte[] input, final SplittableRandom random) {
        byte[] mutant = input.clone();
        for (int edits = random.nextInt(1, 6); edits > 0 && mutant.length > 2; edits--) {
            final int at = random.nextInt(mutant.length - 1);
            switch (random.nextInt(5)) {
                case 0 -> mutant[at] = (byte) random.nextInt(256);
                case 1 -> mutant[at] = (byte) "0123456789,-:x{}[]<>\"' \n".charAt(random.nextInt(24));
                case 2 -> mutant = Arrays.copyOf(mutant, at + 1);
                case 3 -> {
                    final int length = Math.min(random.nextInt(1, 40), mutant.length - at);
                    final byte[] grown = Arrays.copyOf(mutant, mutant.length + length);
                    System.arraycopy(mutant, at, grown, at + length, mutant.length - at);
                    mutant = grown;
                }
                default -> {
                    final int to = random.nextInt(mutant.length);
                    final int length = Math.min(random.nextInt(1, 40), mutant.length - Math.max(at, to));
                    System.arraycopy(mutant.clone(), at, mutant, to, length);
                }
            }
        }
        return mutant;
    }

    private static List<byte[]> inputs() throws IOException {
        final String xml = """
                <topology version="2.0"><object type="Machine" cpuset="0x0000000f">
                <object type="Package" os_index="0" cpuset="0x0000000f"><object type="NUMANode" os_index="0" cpuset="0xf"/>
                <object type="L3Cache" cpuset="0xf" cache_size="1024" depth="3" cache_type="0">
                <object type="Core" os_index="0" cpuset="0x3"><object type="PU" os_index="0" cpuset="0x1"/>
                <object type="PU" os_index="1" cpuset="0x2"/></object><object type="Core" os_index="1" cpuset="0xc">
                <object type="PU" os_index="2" cpuset="0x4"/><object type="PU" os_index="3" cpuset="0x8"/></object>
                </object></object></object><distances2 type="NUMANode"><u64values length="1">10</u64values></distances2>
                <cpukind cpuset="0x3"><info name="LinuxCapacity" value="512"/></cpukind></topology>
                """;
        final String plain = """
                Architecture: x86_64
                CPU(s): 8
                On-line CPU(s) list: 0-7
                Thread(s) per core: 2
                Core(s) per socket: 2
                Socket(s): 2
                L1d cache: 128 KiB (4 instances)
                L2 cache: 4 MiB (4 instances)
                L3 cache: 128 MiB (2 instances)
                NUMA node0 CPU(s): 0-1,4-5
                NUMA node1 CPU(s): 2-3,6-7
                """;
        final String table = "# CPU,Core,Socket,Node,,L1d,L1i,L2,L3\n0,0,0,0,,0,0,0,0\n1,1,0,0,,1,1,1,0\n2,0,1,1,,2,2,2,1\n";
        final String json = "{\"lscpu\": [" + plain.lines().map(line -> "{\"field\": \"" + line.replace(": ",
                ":\", \"data\": \"") + "\"}").reduce((one, other) -> one + ",\n" + other).orElseThrow() + "]}";
        final String yaml = Catalogue.machine("epyc-milan").toFile();
        final var tar = new ByteArrayOutputStream();
        try (var out = new TarArchiveOutputStream(tar)) {
            for (final String[] file : new String[][]{{"cpu/online", "0-1"}, {"cpu/cpu0/topology/core_cpus_list", "0"},
                    {"cpu/cpu1/topology/core_cpus_list", "1"}, {"node/node0/cpulist", "0-1"},
                    {"cpu/cpu0/cache/index0/level", "1"}, {"cpu/cpu0/cache/index0/shared_cpu_list", "0"}}) {
                final var entry = new TarArchiveEntry("top/sys/devices/system/" + file[0]);
                entry.setSize(file[1].length());
                out.putArchiveEntry(entry);
                out.write(file[1].getBytes(StandardCharsets.UTF_8));
                out.closeArchiveEntry();
            }
        }
        final var packed = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(packed)) {
            out.write(tar.toByteArray());
        }
        return List.of(bytes(xml), bytes(plain), bytes(table), bytes(json), bytes(yaml), tar.toByteArray(),
                packed.toByteArray());
    }

    private static byte[] bytes(final String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
